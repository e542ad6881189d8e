import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { CUSTOMER_ENTRIES_MAX, CUSTOMER_ORDERS_MAX } from '#services/contract/admin-customers.ts'
import type { CustomerDetail, CustomerRow } from '#services/contract/admin-customers.ts'

import { Exclusion } from '../../../components/admin/exclusion.tsx'
import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { TrailButton } from '../../../components/admin/trail-link.tsx'
import { useUnread } from '../../../lib/admin/use-unread.ts'
import { worth } from '../../../lib/money.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useCustomer, useExcludeCustomer } from '../api/customers.ts'
import { Access } from './access.tsx'
import type { ReadAnew } from './correction-dialog.tsx'
import { CustomerCredits, CustomerEntries, CustomerOrders } from './customer-lists.tsx'
import { Person } from './person.tsx'

export type Rights = { mayExclude: boolean; mayCorrect: boolean; mayReadTrail: boolean }
type Props = Rights & {
  row: Pick<CustomerRow, 'id' | 'fullName' | 'phone'>
  onClose: () => void
}

/** Who it is is known from the list; how much, and what of, is read. */
export function CustomerDialog({ row, onClose, ...rights }: Props) {
  const { customer: text, customers } = useAnalyticsTexts()
  const read = useCustomer(row.id)
  useUnread(read)
  const { data, isError, error, refetch } = read
  const readAnew = async () => {
    const newest = await refetch()
    return newest.isError ? undefined : newest.data
  }
  const { fullName, phone } = data ?? row
  return (
    <Modal
      title={fullName ?? phone ?? (data ? customers.erased : text.title)}
      width="large"
      onClose={onClose}
    >
      {data ? (
        <Details customer={data} onReadAnew={readAnew} {...rights} />
      ) : isError ? (
        <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSpinner />
      )}
    </Modal>
  )
}

type DetailsProps = Rights & { customer: CustomerDetail; onReadAnew: ReadAnew }

function Details({ customer, onReadAnew, ...rights }: DetailsProps) {
  const { mayExclude, mayCorrect, mayReadTrail } = rights
  const { customer: text } = useAnalyticsTexts()
  const exclude = useExcludeCustomer(customer.id)
  return (
    <Flex direction="column" gap="6">
      <Person customer={customer} mayCorrect={mayCorrect} onReadAnew={onReadAnew} />
      <Totals customer={customer} />
      {customer.exclusion && (
        <Part title={text.buying}>
          <Exclusion
            exclusion={customer.exclusion}
            mayExclude={mayExclude}
            isPending={exclude.isPending}
            onExclude={exclude.mutate}
          />
        </Part>
      )}
      <Part title={text.access}>
        <Access customer={customer} mayCorrect={mayCorrect} />
      </Part>
      {customer.credits.length > 0 && (
        <Part title={text.credits}>
          <CustomerCredits credits={customer.credits} />
        </Part>
      )}
      <Part title={text.entries}>
        <Newest shownMax={CUSTOMER_ENTRIES_MAX} total={customer.entryCount} />
        <CustomerEntries entries={customer.raffleEntries} />
      </Part>
      <Part title={text.orders}>
        <Newest shownMax={CUSTOMER_ORDERS_MAX} total={customer.orderCount} />
        <CustomerOrders orders={customer.orders} />
      </Part>
      {mayReadTrail && <TrailButton kind="customer" id={customer.id} />}
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

/** Over a list that ends before all are told, while the totals are of all. */
function Newest({ shownMax, total }: { shownMax: number; total: number }) {
  const { customer: text } = useAnalyticsTexts()
  if (total <= shownMax) return null
  return (
    <Text fontSize="sm" color="fg.muted" mb="2">
      {text.newest(shownMax, total)}
    </Text>
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
