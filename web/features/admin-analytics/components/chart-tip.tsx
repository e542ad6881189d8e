import { Box, chakra, Flex, Text } from '@chakra-ui/react'

import { directionOf, useLanguage } from '../../../lib/text/text.tsx'

type Series = { key: string; label: string; colour: string }
type Colours = Readonly<Record<string, string>>

type Props = {
  series: readonly Series[]
  show: (value: number) => string
  colourOf: Colours
  /** Given by recharts. */
  active?: boolean
  label?: string | number
  payload?: readonly { dataKey?: unknown; value?: unknown }[]
}

export function ChartTip({ series, show, colourOf, active, label, payload = [] }: Props) {
  const direction = directionOf(useLanguage())
  if (!active || payload.length === 0) return null
  const values = new Map(payload.map(({ dataKey, value }) => [String(dataKey), Number(value)]))
  return (
    <Box
      dir={direction}
      bg="bg.raised"
      color="fg"
      borderWidth="1px"
      borderRadius="tag"
      boxShadow="raised"
      px="3"
      py="2"
      fontSize="sm"
    >
      <Text fontWeight="bold" mb="1">
        <bdi>{label}</bdi>
      </Text>
      {series.map((one) => (
        <Flex key={one.key} gap="2" align="center">
          <Swatch colour={colourOf[one.colour]} />
          <span>{one.label}</span>
          <chakra.bdi fontWeight="bold" ms="auto" ps="3">
            {show(values.get(one.key) ?? 0)}
          </chakra.bdi>
        </Flex>
      ))}
    </Box>
  )
}

export function ChartLegend({
  series,
  colourOf,
}: {
  series: readonly Series[]
  colourOf: Colours
}) {
  return (
    <Flex gap="4" wrap="wrap" mt="2" fontSize="sm" aria-hidden>
      {series.map(({ key, label, colour }) => (
        <Flex key={key} gap="2" align="center">
          <Swatch colour={colourOf[colour]} />
          {label}
        </Flex>
      ))}
    </Flex>
  )
}

const Swatch = ({ colour }: { colour: string | undefined }) => (
  <Box boxSize="10px" borderRadius="full" flexShrink={0} style={{ background: colour }} />
)
