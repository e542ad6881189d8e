import { Box, chakra, Flex, Heading } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import type { CustomerDetail, CustomerRow } from '#services/contract/admin-customers.ts'

import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { dayOf } from '../../../lib/day.ts'
import { worth } from '../../../lib/money.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useCustomer } from '../api/customers.ts'
import { CustomerEntries, CustomerOrders } from './customer-lists.tsx'
import { Exclusion } from './exclusion.tsx'

type Props = { row: CustomerRow; mayExclude: boolean; onClose: () => void }

/** Who it is is known from the list; how much, and what of, is read. */
export function CustomerDialog({ row, mayExclude, onClose }: Props) {
  const { customer: text, customers } = useAnalyticsTexts()
  const { data, isError, error, refetch } = useCustomer(row.id)
  return (
    <Modal title={row.fullName ?? row.phone ?? customers.erased} width="large" onClose={onClose}>
      {data ? (
        <Details customer={data} mayExclude={mayExclude} />
      ) : isError ? (
        <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSpinner />
      )}
    </Modal>
  )
}

function Details({ customer, mayExclude }: { customer: CustomerDetail; mayExclude: boolean }) {
  const { customer: text } = useAnalyticsTexts()
  return (
    <Flex direction="column" gap="6">
      <Person customer={customer} />
      <Totals customer={customer} />
      {customer.exclusion && (
        <Part title={text.buying}>
          <Exclusion customer={customer} exclusion={customer.exclusion} mayExclude={mayExclude} />
        </Part>
      )}
      <Part title={text.entries}>
        <CustomerEntries entries={customer.raffleEntries} />
      </Part>
      <Part title={text.orders}>
        <CustomerOrders orders={customer.orders} />
      </Part>
    </Flex>
  )
}

function Person({ customer }: { customer: CustomerDetail }) {
  const { customer: text } = useAnalyticsTexts()
  const language = useLanguage()
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
    </Flex>
  )
}

function Totals({ customer }: { customer: CustomerDetail }) {
  const { customer: text, customers } = useAnalyticsTexts()
  const totals: [string, string | number][] = [
    [customers.orders, customer.totalOrders],
    [customers.spent, worth(customer.totalSpent)],
    [text.completedOrders, customer.completedOrders],
    [text.completedSpent, worth(customer.completedSpent)],
    [text.tickets, customer.totalTickets],
  ]
  return (
    <chakra.dl
      aria-label={text.totals}
      display="grid"
      gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(5, 1fr)' }}
      gap="2"
    >
      {totals.map(([label, value]) => (
        <Box
          key={label}
          bg="bg.sunk"
          boxShadow="sunk"
          borderRadius="tag"
          px="3"
          py="2"
          // The fifth has a line to itself where they stand two by two.
          _last={{ gridColumn: { base: 'span 2', md: 'auto' } }}
        >
          <chakra.dt fontSize="xs" color="fg.soft">
            {label}
          </chakra.dt>
          <chakra.dd fontSize="lg" fontWeight="heavy">
            <bdi>{value}</bdi>
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box as="section">
    <Heading as="h3" fontSize="lg" fontWeight="bold" mb="2">
      {title}
    </Heading>
    {children}
  </Box>
)
