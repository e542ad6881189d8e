import { Flex } from '@chakra-ui/react'
import { useState } from 'react'

import type { CustomerDetail } from '#services/contract/admin-customers.ts'

import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { Button } from '../../../components/button.tsx'
import { dayOf } from '../../../lib/day.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import type { ReadAnew } from './correction-dialog.tsx'

type Props = { customer: CustomerDetail; mayCorrect: boolean; onReadAnew: ReadAnew }

/** How to reach a customer; a wrong name or e-mail is mended from here. */
export function Person({ customer, mayCorrect, onReadAnew }: Props) {
  const { customer: text } = useAnalyticsTexts()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  // Staff sign in with theirs, and who was erased has none.
  const isOffered = mayCorrect && customer.isAdmin === 0 && customer.phone !== null
  return (
    <Flex columnGap="4" rowGap="2" wrap="wrap" align="center" fontSize="sm" color="fg.soft">
      {customer.phone && <bdi dir="ltr">{readablePhone(customer.phone)}</bdi>}
      {customer.email && <bdi>{customer.email}</bdi>}
      <span>{text.joined(dayOf(customer.joinedDate, language))}</span>
      {customer.isPhoneVerified ? (
        <StatusBadge kind="highlighted">{text.verified}</StatusBadge>
      ) : (
        <StatusBadge kind="secondary">{text.unverified}</StatusBadge>
      )}
      {customer.isAdmin === 1 && <StatusBadge kind="warning">{text.admin}</StatusBadge>}
      {isOffered && (
        <Button size="sm" variant="outline" ms={{ md: 'auto' }} onClick={() => setIsOpen(true)}>
          {text.correct}
        </Button>
      )}
      {isOpen && (
        <CorrectionDialog
          customer={customer}
          onReadAnew={onReadAnew}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Flex>
  )
}
