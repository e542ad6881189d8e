import { chakra, Flex } from '@chakra-ui/react'
import { useState } from 'react'

import type { Exclusion as Barred } from '#services/contract/admin-customers.ts'

import { dayOf } from '../../lib/day.ts'
import { useAnalyticsTexts } from '../../lib/text/admin-analytics.ts'
import { useLanguage } from '../../lib/text/text.tsx'
import { Button } from '../button.tsx'
import { ExclusionDialog } from './exclusion-dialog.tsx'
import type { Exclude } from './exclusion-dialog.tsx'

type Props = {
  exclusion: NonNullable<Barred>
  mayExclude: boolean
  isPending: boolean
  onExclude: Exclude
}

/** What keeps a number from buying, and the exclude list of staff. */
export function Exclusion({ exclusion, mayExclude, isPending, onExclude }: Props) {
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
          isExcluded={byStaffSince !== null}
          isPending={isPending}
          onExclude={onExclude}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Flex>
  )
}
