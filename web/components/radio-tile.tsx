import { chakra, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type Props = {
  name: string
  value: string
  isChecked: boolean
  isDisabled?: boolean
  onChoose: (value: string) => void
  children: ReactNode
}

/** A native radio drawn as a tile: arrow keys, labels and forms work as the browser has them. */
export function RadioTile({ name, value, isChecked, isDisabled, onChoose, children }: Props) {
  return (
    <chakra.label
      display="flex"
      alignItems="center"
      gap="3"
      p="3"
      minH="control"
      borderWidth="1px"
      borderColor={isChecked ? 'cedar.solid' : 'line.strong'}
      bg={isChecked ? 'cedar.subtle' : 'bg.surface'}
      boxShadow={isChecked ? 'inset 0 0 0 1px token(colors.cedar.solid)' : 'none'}
      borderRadius="control"
      cursor={isDisabled ? 'not-allowed' : 'pointer'}
      opacity={isDisabled ? 0.6 : 1}
      transitionProperty="background-color, border-color"
      transitionDuration="press"
    >
      <chakra.input
        type="radio"
        name={name}
        value={value}
        checked={isChecked}
        disabled={isDisabled}
        onChange={() => onChoose(value)}
        accentColor="cedar.solid"
        boxSize="20px"
        flexShrink={0}
      />
      <Flex flex="1" align="center" gap="3" minW="0">
        {children}
      </Flex>
    </chakra.label>
  )
}
