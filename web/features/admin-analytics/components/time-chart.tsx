// Charts over time. recharts draws from left to right; in Arabic its axis is turned, and the scale
// stands at the other side. The picture is one image to a reader: the table behind it is the text.
import { Box } from '@chakra-ui/react'
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'

import { own } from '../../../lib/text/plural.ts'
import { directionOf, useLanguage } from '../../../lib/text/text.tsx'
import { ChartLegend, ChartTip } from './chart-tip.tsx'

const colourOf = {
  cedar: 'var(--q-colors-cedar-solid)',
  saffron: 'var(--q-colors-saffron-solid)',
  sea: 'var(--q-colors-sea-fg)',
} as const
const LINE = 'var(--q-colors-line)'
const FAINT = 'var(--q-colors-fg-muted)'

export type Series = {
  key: string
  label: string
  colour: keyof typeof colourOf
  kind: 'area' | 'bar'
  /** Bars of one stack stand on one another. */
  stack?: string
}

export type Point = { start: string; label: string } & Record<string, number | string>

type Props = {
  label: string
  points: readonly Point[]
  series: readonly Series[]
  show: (value: number) => string
  /** Short, for the scale. */
  tick: (value: number) => string
}

const HEIGHT = 240

export function TimeChart({ label, points, series, show, tick }: Props) {
  const isTurned = directionOf(useLanguage()) === 'rtl'
  return (
    <>
      <Box role="img" aria-label={label} height={`${HEIGHT}px`} dir="ltr" fontSize="xs">
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <ComposedChart
            data={[...points]}
            // Money below zero, of more that was paid back than came in, hangs below the line.
            stackOffset="sign"
            margin={{ top: 8, right: 4, bottom: 0, left: 4 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke={LINE} strokeDasharray="2 4" />
            <XAxis
              dataKey="label"
              reversed={isTurned}
              tick={{ fill: FAINT, fontSize: 12 }}
              tickFormatter={own}
              tickMargin={12}
              height={34}
              tickLine={false}
              axisLine={{ stroke: LINE }}
              minTickGap={28}
            />
            <YAxis
              orientation={isTurned ? 'right' : 'left'}
              tickFormatter={tick}
              tick={{ fill: FAINT, fontSize: 12 }}
              tickLine={false}
              axisLine={false}
              width={52}
              allowDecimals={false}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: FAINT, fill: LINE, fillOpacity: 0.4 }}
              content={<ChartTip series={series} show={show} colourOf={colourOf} />}
            />
            {series.map(drawn)}
          </ComposedChart>
        </ResponsiveContainer>
      </Box>
      {series.length > 1 && <ChartLegend series={series} colourOf={colourOf} />}
    </>
  )
}

function drawn({ key, colour, kind, stack }: Series) {
  const common = { dataKey: key, fill: colourOf[colour], isAnimationActive: false }
  if (kind === 'bar')
    return <Bar key={key} {...common} {...(stack && { stackId: stack })} maxBarSize={28} />
  return (
    <Area
      key={key}
      {...common}
      type="monotone"
      stroke={colourOf[colour]}
      strokeWidth={2}
      fillOpacity={0.16}
    />
  )
}
