import { chakra, Flex } from '@chakra-ui/react'
import { BadgeCheck } from 'lucide-react'

import type { CustomerRow } from '#services/contract/admin-customers.ts'

import { DataTable } from '../../../components/admin/data-table.tsx'
import { Button } from '../../../components/button.tsx'
import { dayOf } from '../../../lib/day.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { worth } from '../../../lib/money.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useLanguage } from '../../../lib/text/text.tsx'

type Props = { customers: readonly CustomerRow[]; onOpen: (customer: CustomerRow) => void }

export function CustomerTable({ customers, onOpen }: Props) {
  const admin = useAdminTexts()
  const { customers: text } = useAnalyticsTexts()
  const language = useLanguage()
  const nameOf = ({ fullName, phone }: CustomerRow) => fullName ?? phone ?? text.erased
  return (
    <DataTable
      caption={text.table}
      rows={customers}
      keyOf={({ id }) => id}
      onRow={onOpen}
      columns={[
        {
          key: 'name',
          header: text.name,
          onPhone: 'bare',
          cell: (row) => (
            <chakra.bdi fontWeight="bold" color={row.fullName === null ? 'fg.muted' : undefined}>
              {row.fullName ?? (row.phone === null ? text.erased : '–')}
            </chakra.bdi>
          ),
        },
        { key: 'phone', header: text.phone, cell: (row) => <Phone row={row} /> },
        { key: 'joined', header: text.joined, cell: (row) => dayOf(row.joinedDate, language) },
        { key: 'orders', header: text.orders, align: 'end', cell: (row) => row.totalOrders },
        {
          key: 'spent',
          header: text.spent,
          align: 'end',
          cell: (row) => <chakra.bdi fontWeight="bold">{worth(row.totalSpent)}</chakra.bdi>,
        },
        {
          key: 'last',
          header: text.last,
          cell: (row) =>
            row.lastOrderDate === null ? (
              <chakra.span color="fg.muted">{text.never}</chakra.span>
            ) : (
              dayOf(row.lastOrderDate, language)
            ),
        },
        {
          key: 'view',
          header: admin.actions,
          align: 'end',
          onPhone: 'bare',
          cell: (row) => (
            <Button
              variant="outline"
              size="sm"
              aria-label={text.viewOf(nameOf(row))}
              width={{ base: 'full', md: 'auto' }}
              whiteSpace="nowrap"
              onClick={() => onOpen(row)}
            >
              {text.view}
            </Button>
          ),
        },
      ]}
    />
  )
}

function Phone({ row }: { row: CustomerRow }) {
  const { customer } = useAnalyticsTexts()
  if (row.phone === null) return '–'
  return (
    <Flex gap="1" align="center" justify={{ base: 'flex-end', md: 'flex-start' }}>
      <chakra.bdi dir="ltr" whiteSpace="nowrap">
        {readablePhone(row.phone)}
      </chakra.bdi>
      {row.isPhoneVerified && (
        <chakra.span color="success.fg" title={customer.verified} lineHeight="0">
          <BadgeCheck size={16} aria-label={customer.verified} role="img" />
        </chakra.span>
      )}
    </Flex>
  )
}
