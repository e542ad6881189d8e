import { Box, Flex, Text } from '@chakra-ui/react'

import { REFUND_CODE } from '#services/contract/attention.ts'
import type { AttentionItem, AttentionKind } from '#services/contract/attention.ts'

import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Money } from '../../../components/money.tsx'
import { isDollars, moneyIn } from '../../../lib/admin/received.ts'
import { momentOf } from '../../../lib/day.ts'
import { dollars } from '../../../lib/money.ts'
import { readablePhone } from '../../../lib/phone.ts'
import type { AdminDesksTexts } from '../../../lib/text/admin-desks-en.ts'
import { useAdminDesksTexts } from '../../../lib/text/admin-desks.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { actsFor, isNotPaid } from '../attention-acts.ts'
import type { AttentionAct } from '../attention-acts.ts'

type Props = {
  item: AttentionItem
  mayAct: boolean
  isPending: boolean
  onAct: (act: AttentionAct) => void
}

export function AttentionRow({ item, mayAct, isPending, onAct }: Props) {
  const { attention } = useAdminDesksTexts()
  const acts = actsFor(item, mayAct)
  return (
    <Flex
      as="li"
      listStyleType="none"
      gap={{ base: '3', md: '5' }}
      direction={{ base: 'column', md: 'row' }}
      justify="space-between"
      bg="bg.surface"
      borderWidth="1px"
      borderInlineStartWidth="4px"
      borderInlineStartColor={isGrave(item) ? 'pomegranate.fg' : 'saffron.solid'}
      borderRadius="control"
      p="4"
    >
      <Box minW="0">
        <ItemHead item={item} />
        <ItemFacts item={item} />
        <Text fontSize="xs" color="fg.muted" mt="1">
          {wordsOf(item, attention)?.hint ?? attention.hints[item.kind]}
        </Text>
      </Box>
      <Flex gap="2" wrap="wrap" align="center" justify={{ md: 'flex-end' }} flexShrink={0}>
        {acts.map((act, index) => (
          <Button
            key={act}
            size="sm"
            variant={index === 0 ? 'solid' : 'outline'}
            disabled={isPending}
            onClick={() => onAct(act)}
          >
            {act === 'open' ? attention.openOrder : attention[act]}
          </Button>
        ))}
      </Flex>
    </Flex>
  )
}

function ItemHead({ item }: { item: AttentionItem }) {
  const { attention } = useAdminDesksTexts()
  const language = useLanguage()
  return (
    <Flex gap="2" align="center" wrap="wrap">
      <Badge tone={isGrave(item) ? 'danger' : 'saffron'}>
        {wordsOf(item, attention)?.kind ?? attention.kinds[item.kind]}
      </Badge>
      {item.reference && (
        <Text fontWeight="bold" fontFamily="serial">
          <bdi>{item.reference}</bdi>
        </Text>
      )}
      {item.amount !== null && item.received === null && (
        <Text fontWeight="bold">
          {item.currency === undefined ? (
            <Money amount={item.amount} />
          ) : (
            <bdi>{moneyIn(item.amount, item.currency)}</bdi>
          )}
        </Text>
      )}
      <Text fontSize="xs" color="fg.muted">
        <bdi>{momentOf(item.since, language)}</bdi>
      </Text>
    </Flex>
  )
}

function ItemFacts({ item }: { item: AttentionItem }) {
  const { attention, messages } = useAdminDesksTexts()
  const orders = useAdminOrdersTexts()
  const methods: Record<string, string> = orders.methods
  const wishes: Record<string, string> = orders.requestKinds
  const reasons: Record<string, string> = messages.reasons
  const isFailed = item.kind === 'message_failed'
  const isForeign = item.received === null && !isDollars(currencyOf(item))
  const facts = [
    item.customer,
    item.phone && readablePhone(item.phone),
    item.received !== null && item.amount !== null && attention.expected(dollars(item.amount)),
    item.received !== null && attention.received(moneyIn(item.received, currencyOf(item))),
    hasMethod.has(item.kind) && item.method !== null ? (methods[item.method] ?? item.method) : null,
    isFailed && item.method === 'email' ? messages.channels.email : null,
    isFailed && item.code !== null ? (reasons[item.code] ?? item.code) : null,
    item.kind === 'undecided' || isForeign ? item.code : null,
    item.kind === 'request' && item.code !== null ? (wishes[item.code] ?? null) : null,
    isFailed ? null : item.detail,
    item.kind === 'stock_low' && item.code !== null && attention.piecesLeft(Number(item.code)),
    item.orderId === null && !isTold.has(item.kind) ? item.item : null,
  ].filter((fact) => typeof fact === 'string' && fact !== '')
  return (
    <Text fontSize="sm" mt="1" overflowWrap="anywhere">
      {facts.map((fact, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          <bdi>{fact}</bdi>
        </span>
      ))}
    </Text>
  )
}

/** Of a mismatched payment: what the provider counts in. */
const currencyOf = ({ kind, code }: AttentionItem) => (kind === 'mismatched' ? code : null)

/** A refund or chargeback of the provider that nobody here has paid. */
const isRefund = ({ kind, code }: AttentionItem) => kind === 'unmatched' && code === REFUND_CODE

const wordsOf = (item: AttentionItem, attention: AdminDesksTexts['attention']) => {
  if (isRefund(item)) return attention.refundUnknown
  return isNotPaid(item) ? attention.saleNotPaid : null
}

const isGrave = (item: AttentionItem) => grave.has(item.kind) || isRefund(item) || isNotPaid(item)

const hasMethod: ReadonlySet<AttentionKind> = new Set(['undecided', 'unmatched'])

/** What its other facts already name. */
const isTold: ReadonlySet<AttentionKind> = new Set(['message_failed', 'stock_low', 'unmatched'])

const grave: ReadonlySet<AttentionKind> = new Set([
  'writer_halted',
  'projection',
  'reactor',
  'unfinished',
  'mismatched',
  'paid_late',
  'paid_twice',
  'refund_due',
])
