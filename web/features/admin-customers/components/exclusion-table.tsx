import { chakra, Flex, Text } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

import type { ExclusionRow } from '#services/contract/admin-customers.ts'

import { DataTable } from '../../../components/admin/data-table.tsx'
import { Button } from '../../../components/button.tsx'
import { dayOf } from '../../../lib/day.ts'
import { paths } from '../../../lib/paths.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useLanguage } from '../../../lib/text/text.tsx'

const SHORT_ID = 8

type Acts = {
  mayLift: boolean
  onCustomer: (row: ExclusionRow, customerId: string) => void
  onLift: (row: ExclusionRow) => void
}
type Props = Acts & { exclusions: readonly ExclusionRow[] }

/** A line for each number that is on the exclude list. */
export function ExclusionTable({ exclusions, ...acts }: Props) {
  const admin = useAdminTexts()
  const { exclusions: text, customer } = useAnalyticsTexts()
  const language = useLanguage()
  return (
    <DataTable
      caption={text.title}
      rows={exclusions}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'person',
          header: text.person,
          onPhone: 'bare',
          cell: (row) => <Holder row={row} />,
        },
        { key: 'since', header: text.since, cell: ({ since }) => dayOf(since, language) },
        { key: 'by', header: text.by, cell: ({ by }) => <bdi>{by ?? '–'}</bdi> },
        {
          key: 'reason',
          header: customer.reason,
          cell: ({ reason }) => (reason === null ? '–' : customer.exclusionReasons[reason]),
        },
        {
          key: 'actions',
          header: admin.actions,
          align: 'end',
          onPhone: 'bare',
          cell: (row) => <RowActs row={row} {...acts} />,
        },
      ]}
    />
  )
}

function Holder({ row: { holder, fullName, phone } }: { row: ExclusionRow }) {
  const { exclusions: text } = useAnalyticsTexts()
  if (holder !== 'known')
    return (
      <chakra.span fontWeight="bold" color="fg.muted">
        {text.holders[holder]}
      </chakra.span>
    )
  return (
    <>
      <chakra.bdi fontWeight="bold" overflowWrap="anywhere">
        {fullName ?? '–'}
      </chakra.bdi>
      {phone !== null && (
        <Text fontSize="sm" color="fg.muted">
          <chakra.bdi dir="ltr" whiteSpace="nowrap">
            {readablePhone(phone)}
          </chakra.bdi>
        </Text>
      )}
    </>
  )
}

function RowActs({ row, mayLift, onCustomer, onLift }: Acts & { row: ExclusionRow }) {
  const { exclusions: text, customers, customer } = useAnalyticsTexts()
  const { holder, fullName, phone, customerId, orderId, reference } = row
  const name = holder === 'known' ? (fullName ?? phone ?? '–') : text.holders[holder]
  return (
    <Flex gap="2" wrap="wrap" justify={{ md: 'flex-end' }} css={sharedOnPhones}>
      {customerId !== null && (
        <Button
          variant="outline"
          size="sm"
          aria-label={customers.viewOf(name)}
          onClick={() => onCustomer(row, customerId)}
        >
          {customers.view}
        </Button>
      )}
      {orderId !== null && (
        <Button asChild variant="outline" size="sm">
          <Link to={`${paths.adminTab('orders')}&order=${orderId}`}>
            {text.orderOf(reference ?? orderId.slice(0, SHORT_ID))}
          </Link>
        </Button>
      )}
      {mayLift && (
        <Button
          variant="outline"
          size="sm"
          aria-label={text.liftOf(name)}
          onClick={() => onLift(row)}
        >
          {customer.readmit}
        </Button>
      )}
    </Flex>
  )
}

const sharedOnPhones = {
  '& > *': { flex: { base: '1 1 auto', md: 'none' }, whiteSpace: 'nowrap' },
} as const
