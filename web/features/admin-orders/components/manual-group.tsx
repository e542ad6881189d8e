import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { RadioTile } from '../../../components/radio-tile.tsx'

/** A titled group of fields of the dialog. */
export function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <chakra.fieldset display="flex" flexDirection="column" gap="3" minW="0">
      <chakra.legend fontWeight="bold" fontSize="lg" mb="3">
        {legend}
      </chakra.legend>
      {children}
    </chakra.fieldset>
  )
}

type ChoiceProps<Value extends string> = {
  name: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

export function Choices<Value extends string>(props: ChoiceProps<Value>) {
  const { name, value, choices, onChoose } = props
  return (
    <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="2">
      {choices.map((choice) => (
        <RadioTile
          key={choice.value}
          name={name}
          value={choice.value}
          isChecked={choice.value === value}
          onChoose={() => onChoose(choice.value)}
        >
          {choice.label}
        </RadioTile>
      ))}
    </chakra.div>
  )
}
