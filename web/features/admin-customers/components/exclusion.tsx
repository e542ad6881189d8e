import { chakra, Flex } from '@chakra-ui/react'
import { useState } from 'react'

import type { CustomerDetail } from '#services/contract/admin-customers.ts'

import { Button } from '../../../components/button.tsx'
import { dayOf } from '../../../lib/day.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { ExclusionDialog } from './exclusion-dialog.tsx'

type Props = {
  customer: CustomerDetail
  exclusion: NonNullable<CustomerDetail['exclusion']>
  mayExclude: boolean
}

/** What keeps the number from buying, and the exclude list of staff. */
export function Exclusion({ customer, exclusion, mayExclude }: Props) {
  const { customer: text } = useAnalyticsTexts()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const { byStaffSince, pausedUntil } = exclusion
  const lines = [
    byStaffSince !== null && text.excluded(dayOf(byStaffSince, language)),
    pausedUntil !== null && text.paused(dayOf(pausedUntil, language)),
  ].filter((line) => line !== false)
  return (
    <Flex gap="3" wrap="wrap" align="center" justify="space-between" fontSize="sm">
      <chakra.span color={lines.length > 0 ? 'pomegranate.fg' : 'fg.soft'} flex="1 1 240px">
        {lines.length > 0 ? lines.join(' ') : text.mayBuy}
      </chakra.span>
      {mayExclude && (
        <Button
          size="sm"
          variant="outline"
          color={byStaffSince === null ? 'pomegranate.fg' : undefined}
          onClick={() => setIsOpen(true)}
        >
          {byStaffSince === null ? text.exclude : text.readmit}
        </Button>
      )}
      {isOpen && (
        <ExclusionDialog
          customer={customer}
          isExcluded={byStaffSince !== null}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Flex>
  )
}
