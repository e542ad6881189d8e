import { chakra, Flex } from '@chakra-ui/react'

import { timeRanges } from '#services/contract/admin-analytics.ts'
import type { TimeRange } from '#services/contract/admin-analytics.ts'

import { Input } from '../../../components/input.tsx'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import type { Range } from '../range.ts'
import { RangePicker } from './range-picker.tsx'

type Props = { range: Range; onChange: (range: Range) => void }

export function RangeSelect({ range, onChange }: Props) {
  const { range: text } = useAnalyticsTexts()
  return (
    <Flex gap="2" wrap="wrap" align="center" width={{ base: 'full', sm: 'auto' }}>
      {range.timeRange === 'custom' && <RangePicker range={range} onChange={onChange} />}
      <chakra.label flex={{ base: '1', sm: 'none' }} minW="180px">
        <chakra.span srOnly>{text.label}</chakra.span>
        <Input asChild>
          <select
            value={range.timeRange}
            onChange={({ target }) =>
              // Its options are these and no others.
              onChange({ timeRange: target.value as TimeRange, startDate: null, endDate: null })
            }
          >
            {timeRanges.map((name) => (
              <option key={name} value={name}>
                {text.names[name]}
              </option>
            ))}
          </select>
        </Input>
      </chakra.label>
    </Flex>
  )
}
