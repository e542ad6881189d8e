import { chakra } from '@chakra-ui/react'

type Props = { label: string; isChecked: boolean; onCheck: (isChecked: boolean) => void }

/** A native checkbox with a target that a thumb hits. */
export function CheckField({ label, isChecked, onCheck }: Props) {
  return (
    <chakra.label display="flex" alignItems="center" gap="3" minH="target" cursor="pointer">
      <chakra.input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onCheck(target.checked)}
        accentColor="cedar.solid"
        boxSize="20px"
        flexShrink={0}
      />
      {label}
    </chakra.label>
  )
}
