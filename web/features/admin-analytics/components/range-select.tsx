import { Box, chakra, Flex } from '@chakra-ui/react'

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
      {range.timeRange === 'custom' && (
        // Below the choice on a phone; on a desk before it, so that the choice stays where it is.
        <Box width={{ base: 'full', sm: 'auto' }} order={{ sm: -1 }}>
          <RangePicker range={range} onChange={onChange} />
        </Box>
      )}
    </Flex>
  )
}
