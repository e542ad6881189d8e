import { Box, chakra, DatePicker, Flex, parseDate, Portal } from '@chakra-ui/react'
import type { HTMLChakraProps } from '@chakra-ui/react'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useRef } from 'react'

import { dense } from '../../../components/admin/dense.ts'
import { Button } from '../../../components/button.tsx'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { localeOf, useLanguage } from '../../../lib/text/text.tsx'
import { todayInBeirut } from '../range.ts'
import type { Range } from '../range.ts'
import { wholeDay } from '../words.ts'
import { calendarStyles } from './calendar-styles.ts'

type Props = { range: Range; onChange: (range: Range) => void }

/** A first and a last day, on two months side by side. Days that have not come cannot be chosen. */
export function RangePicker({ range, onChange }: Props) {
  const { range: text } = useAnalyticsTexts()
  const language = useLanguage()
  const today = todayInBeirut()
  const { startDate, endDate } = range
  const chosen =
    startDate === null || endDate === null
      ? text.choose
      : text.chosen(wholeDay(startDate, language), wholeDay(endDate, language))
  return (
    <DatePicker.Root
      selectionMode="range"
      numOfMonths={2}
      fixedWeeks
      locale={localeOf(language)}
      timeZone="Asia/Beirut"
      defaultOpen={startDate === null}
      defaultValue={[startDate, endDate].flatMap((day) => (day === null ? [] : [parseDate(day)]))}
      isDateUnavailable={(day) => day.toString() > today}
      // Above it two months would begin over the top of a phone, where nobody can scroll to.
      positioning={{ placement: 'bottom-end', flip: false }}
      translations={{
        content: text.calendar,
        prevTrigger: () => text.earlier,
        nextTrigger: () => text.later,
        trigger: () => text.choose,
        dayCell: ({ value }) => text.day(wholeDay(value.toString(), language)),
      }}
      onValueChange={({ value }) => {
        const [first, last] = value.map(String)
        if (first !== undefined && last !== undefined)
          onChange({ timeRange: 'custom', startDate: first, endDate: last })
      }}
    >
      <DatePicker.Control>
        <DatePicker.Trigger asChild>
          <Button variant="outline" width={{ base: 'full', sm: 'auto' }} aria-label={chosen}>
            <CalendarDays size={18} aria-hidden />
            <bdi>{chosen}</bdi>
          </Button>
        </DatePicker.Trigger>
      </DatePicker.Control>
      <Portal>
        <DatePicker.Positioner zIndex="popover !important" css={dense}>
          <DatePicker.Content {...calendarStyles.content}>
            <DatePicker.Context>
              {(calendar) => (
                <DatePicker.View view="day">
                  <Months calendar={calendar} />
                </DatePicker.View>
              )}
            </DatePicker.Context>
          </DatePicker.Content>
        </DatePicker.Positioner>
      </Portal>
    </DatePicker.Root>
  )
}

type Calendar = Parameters<ComponentProps<typeof DatePicker.Context>['children']>[0]

function Months({ calendar }: { calendar: Calendar }) {
  useLastTwoMonths(calendar)
  const { start, end } = calendar.visibleRangeText
  return (
    <Box css={calendarStyles.months}>
      <DatePicker.ViewControl {...calendarStyles.head}>
        <DatePicker.PrevTrigger asChild>
          <Button variant="ghost" size="icon" position="absolute" insetInlineStart="0">
            <Turned>
              <ChevronLeft size={20} aria-hidden />
            </Turned>
          </Button>
        </DatePicker.PrevTrigger>
        <MonthName>{start}</MonthName>
        <MonthName hideBelow="md">{end}</MonthName>
        <DatePicker.NextTrigger asChild>
          <Button variant="ghost" size="icon" position="absolute" insetInlineEnd="0">
            <Turned>
              <ChevronRight size={20} aria-hidden />
            </Turned>
          </Button>
        </DatePicker.NextTrigger>
      </DatePicker.ViewControl>
      <Flex direction={{ base: 'column', md: 'row' }} gap={{ base: '4', md: '6' }}>
        <DatePicker.DayTable />
        <MonthName hideFrom="md">{end}</MonthName>
        <DatePicker.DayTable offset={1} />
      </Flex>
    </Box>
  )
}

/** Stands over its own month: side by side on a desk, one below the other on a phone. */
const MonthName = (props: HTMLChakraProps<'p'>) => (
  <chakra.p flex="1" fontWeight="bold" textAlign="center" {...props} />
)

/** Earlier is at the start of the line, whichever side that is. */
const Turned = ({ children }: { children: ReactNode }) => (
  <Box as="span" display="inline-flex" _rtl={{ transform: 'scaleX(-1)' }}>
    {children}
  </Box>
)

/**
 * Opens on the month before and this one: the next has no figures yet. Two months stand so that the
 * one that is looked for comes last when it is looked for from later on, so it is.
 */
function useLastTwoMonths({ value, focusedValue, setFocusedValue }: Calendar): void {
  const steps = useRef<(typeof focusedValue)[] | null>(null)
  useEffect(() => {
    steps.current ??= value.length > 0 ? [] : [focusedValue.add({ months: 2 }), focusedValue]
    const next = steps.current.shift()
    if (next !== undefined) setFocusedValue(next)
  }, [value, focusedValue, setFocusedValue])
}
