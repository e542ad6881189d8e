import { chakra, Flex } from '@chakra-ui/react'
import { Minus, Plus } from 'lucide-react'

type Props = {
  quantity: number
  quantityMax: number
  decreaseLabel: string
  increaseLabel: string
  onChange: (quantity: number) => void
}

export function QuantityStepper(props: Props) {
  const { quantity, quantityMax, decreaseLabel, increaseLabel, onChange } = props
  return (
    <Flex align="center" borderWidth="1px" borderColor="line.strong" borderRadius="control">
      <StepButton label={decreaseLabel} onClick={() => onChange(quantity - 1)}>
        <Minus size={16} aria-hidden />
      </StepButton>
      <chakra.output minW="28px" textAlign="center" fontWeight="bold" fontSize="sm">
        {quantity}
      </chakra.output>
      <StepButton
        label={increaseLabel}
        isDisabled={quantity >= quantityMax}
        onClick={() => onChange(quantity + 1)}
      >
        <Plus size={16} aria-hidden />
      </StepButton>
    </Flex>
  )
}

type StepProps = {
  label: string
  isDisabled?: boolean
  onClick: () => void
  children: React.ReactNode
}

function StepButton({ label, isDisabled = false, onClick, children }: StepProps) {
  return (
    <chakra.button
      type="button"
      aria-label={label}
      disabled={isDisabled}
      boxSize="target"
      display="grid"
      placeItems="center"
      cursor="pointer"
      borderRadius="control"
      _hover={{ bg: 'bg.sunk' }}
      _disabled={{ opacity: 0.4, cursor: 'not-allowed' }}
      onClick={onClick}
    >
      {children}
    </chakra.button>
  )
}
