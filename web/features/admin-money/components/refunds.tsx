import { Box, Flex, Text } from '@chakra-ui/react'

import type { RefundDuty } from '#services/contract/money-desk.ts'

import { DataTable } from '../../../components/admin/data-table.tsx'
import type { Column } from '../../../components/admin/data-table.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Segment } from '../../../components/admin/segment.tsx'
import { Button } from '../../../components/button.tsx'
import { Money } from '../../../components/money.tsx'
import { oneOf } from '../../../lib/admin/in-address.ts'
import { useInAddress } from '../../../lib/admin/use-in-address.ts'
import { dayOf, momentOf } from '../../../lib/day.ts'
import { readablePhone } from '../../../lib/phone.ts'
import type { AdminMoneyTexts } from '../../../lib/text/admin-money-en.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'
import { refundStates, useRefunds } from '../api/money.ts'
import type { RefundState } from '../api/money.ts'

type Props = {
  mayPay: boolean
  onOpen: (duty: RefundDuty) => void
  onWithdraw: (duty: RefundDuty) => void
}

const usual: { state: RefundState } = { state: 'due' }
const known = { state: oneOf(refundStates) }

export function Refunds({ mayPay, onOpen, onWithdraw }: Props) {
  const text = useAdminMoneyTexts()
  const { actions } = useAdminTexts()
  const { causes, detail } = useAdminOrdersTexts()
  const language = useLanguage()
  const [{ state }, choose] = useInAddress(usual, known)
  const list = useRefunds(state)
  const { refunds } = text
  return (
    <Box>
      <Flex mb="4">
        <Segment
          legend={refunds.state}
          name="refundState"
          value={state}
          choices={refundStates.map((value) => ({ value, label: refunds.states[value] }))}
          onChange={(next) => choose({ state: next })}
        />
      </Flex>
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={text.failed}
        onRetry={list.refresh}
        empty={<EmptyState line={emptyLine(state, refunds)} />}
      >
        <DataTable
          caption={text.tabs.refunds}
          columns={columnsOf({
            text,
            actions,
            causes,
            creditDay: detail.creditUntil,
            language,
            mayPay,
            onOpen,
            onWithdraw,
          })}
          rows={list.rows}
          keyOf={({ orderId, refundId }) => `${orderId} ${refundId}`}
        />
        <LoadMore
          shown={list.rows.length}
          total={list.total}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={list.more}
        />
      </ListFaces>
    </Box>
  )
}

function emptyLine(state: RefundState, refunds: AdminMoneyTexts['refunds']): string {
  if (state === 'credit') return refunds.emptyCredit
  return state === 'due' ? refunds.emptyDue : refunds.empty
}

type Shown = Props & {
  text: AdminMoneyTexts
  actions: string
  causes: Readonly<Record<RefundDuty['cause'], string>>
  creditDay: (day: string) => string
  language: Language
}

function columnsOf(shown: Shown): Column<RefundDuty>[] {
  const { text, actions, causes, creditDay, language, mayPay, onOpen, onWithdraw } = shown
  const { refunds, methods } = text
  return [
    {
      key: 'customer',
      header: refunds.customer,
      onPhone: 'bare',
      cell: ({ customer, phone }) => (
        <Box>
          <Text fontWeight="bold">{customer || refunds.nobody}</Text>
          {phone && (
            <Text fontSize="xs" color="fg.muted">
              <bdi dir="ltr">{readablePhone(phone)}</bdi>
            </Text>
          )}
        </Box>
      ),
    },
    { key: 'cause', header: refunds.cause, cell: ({ cause }) => causes[cause] },
    {
      key: 'amount',
      header: refunds.amount,
      align: 'end',
      cell: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: 'since',
      header: refunds.since,
      cell: ({ dueAt }) => <bdi>{momentOf(dueAt, language)}</bdi>,
    },
    {
      key: 'paid',
      header: refunds.paid,
      cell: ({ paidAt, method, proof, creditUntil }) =>
        paidAt === null ? (
          '–'
        ) : (
          <Box>
            <bdi>{momentOf(paidAt, language)}</bdi>
            <Text fontSize="xs" color="fg.muted">
              {method !== null && methods[method]} {proof !== null && <bdi>{proof}</bdi>}
              {creditUntil !== null && <> · {creditDay(dayOf(creditUntil, language))}</>}
            </Text>
          </Box>
        ),
    },
    {
      key: 'act',
      header: actions,
      align: 'end',
      onPhone: 'bare',
      cell: (duty) => (
        <Flex gap="2" wrap="wrap" justify="flex-end">
          <Button
            size="sm"
            width={{ base: 'full', md: 'auto' }}
            variant={mayPay && duty.paidAt === null ? 'solid' : 'outline'}
            aria-label={`${duty.paidAt === null ? refunds.pay : text.openOrder} ${nameOf(duty)}`}
            onClick={() => onOpen(duty)}
          >
            {mayPay && duty.paidAt === null ? refunds.pay : <bdi>{nameOf(duty)}</bdi>}
          </Button>
          {mayPay && duty.paidAt === null && byStaff.has(duty.cause) && (
            <Button
              size="sm"
              width={{ base: 'full', md: 'auto' }}
              variant="outline"
              aria-label={`${refunds.withdraw} ${nameOf(duty)}`}
              onClick={() => onWithdraw(duty)}
            >
              {refunds.withdraw}
            </Button>
          )}
        </Flex>
      ),
    },
  ]
}

const SHORT_ID = 8

/** One of before there were references is called by its id. */
const nameOf = ({ reference, orderId }: RefundDuty) => reference ?? orderId.slice(0, SHORT_ID)

/** What staff took on, or a mistake; the order says whether it may be withdrawn as it stands. */
const byStaff: ReadonlySet<RefundDuty['cause']> = new Set(['staff', 'cancelled', 'mismatch'])
