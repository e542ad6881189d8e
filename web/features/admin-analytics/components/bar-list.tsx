import { Box, chakra, Flex } from '@chakra-ui/react'

export type Bar = { key: string; label: string; shown: string; value: number }

const colours = {
  cedar: 'cedar.solid',
  saffron: 'saffron.solid',
  sea: 'sea.fg',
} as const

type Props = {
  bars: readonly Bar[]
  colour?: keyof typeof colours
  /** What a whole bar stands for; the largest of them, when it is left out. */
  largest?: number
}

/** Names and amounts, each with a bar as long as its part of the largest. */
export function BarList({ bars, colour = 'cedar', largest }: Props) {
  const whole = largest ?? Math.max(1, ...bars.map(({ value }) => value))
  return (
    <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="3">
      {bars.map(({ key, label, shown, value }) => (
        <li key={key}>
          <Flex justify="space-between" gap="3" fontSize="sm" mb="1">
            <chakra.bdi fontWeight="medium" minW="0" truncate>
              {label}
            </chakra.bdi>
            <chakra.bdi fontWeight="bold" flexShrink={0}>
              {shown}
            </chakra.bdi>
          </Flex>
          <Box bg="line" borderRadius="full" height="8px" overflow="hidden" aria-hidden>
            <Box
              bg={colours[colour]}
              height="full"
              borderRadius="full"
              style={{ width: `${(Math.max(0, value) / whole) * 100}%` }}
            />
          </Box>
        </li>
      ))}
    </chakra.ul>
  )
}
