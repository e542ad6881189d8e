import { Box, chakra, Text } from '@chakra-ui/react'

import type { OrderHappening } from '#services/contract/admin-order-acts.ts'

import { Quoted } from '../../../components/admin/quoted.tsx'
import { moneyIn } from '../../../lib/admin/received.ts'
import { momentOf } from '../../../lib/day.ts'
import { goodsText } from '../../../lib/goods-text.ts'
import { dollars } from '../../../lib/money.ts'
import type { AdminOrdersTexts } from '../../../lib/text/admin-orders-en.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'
import { DetailSection } from './detail-section.tsx'

/** What has happened, in words: what, who, when. Newest first. */
export function OrderHistory({ history }: { history: readonly OrderHappening[] }) {
  const text = useAdminOrdersTexts()
  return (
    <DetailSection title={text.detail.history}>
      <chakra.ol listStyleType="none">
        {history.toReversed().map((happening, index) => (
          <Happening key={index} happening={happening} isLast={index === history.length - 1} />
        ))}
      </chakra.ol>
    </DetailSection>
  )
}

function Happening({ happening, isLast }: { happening: OrderHappening; isLast: boolean }) {
  const text = useAdminOrdersTexts()
  const language = useLanguage()
  const isBad = bad.has(happening.what)
  return (
    <chakra.li position="relative" ps="6" pb={isLast ? '0' : '3'} fontSize="sm">
      {!isLast && (
        <Box
          aria-hidden
          position="absolute"
          insetInlineStart="5px"
          top="14px"
          bottom="-6px"
          borderInlineStartWidth="2px"
        />
      )}
      <Box
        aria-hidden
        position="absolute"
        insetInlineStart="0"
        top="6px"
        boxSize="12px"
        borderRadius="full"
        bg={isBad ? 'pomegranate.fg' : 'cedar.solid'}
      />
      <Text fontWeight="bold" lineHeight="snug">
        {text.happened[happening.what]}
      </Text>
      <Details parts={detailsOf(happening, text, language)} />
      {happening.note && (
        <Text fontSize="xs">
          <Quoted>{happening.note}</Quoted>
        </Text>
      )}
      <Text fontSize="xs" color="fg.muted">
        <bdi>{momentOf(happening.at, language)}</bdi> · {text.detail.by(whoOf(happening, text))}
      </Text>
    </chakra.li>
  )
}

function Details({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null
  return (
    <Text fontSize="xs" color="fg.soft">
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          <bdi>{part}</bdi>
        </span>
      ))}
    </Text>
  )
}

const bad: ReadonlySet<string> = new Set([
  'PaymentDeclined',
  'PaymentMismatched',
  'RefundDue',
  'OrderCancelled',
  'decline_request',
])

function detailsOf(happening: OrderHappening, text: AdminOrdersTexts, language: Language) {
  const { amount, goods, method, code, reference, tickets, until, isRestocked } = happening
  return [
    amount !== null && (isMismatch(happening) ? moneyIn(amount, code) : dollars(amount)),
    goods !== null && goodsText(goods),
    method !== null && text.methods[method],
    tickets !== null && text.tickets(tickets),
    until !== null && text.until(momentOf(until, language)),
    code !== null && codeWords(happening, code, text),
    isRestocked && text.restocked,
    reference,
  ].filter((part) => typeof part === 'string')
}

/** Its code is the currency that came. */
const isMismatch = ({ what }: OrderHappening) => what === 'PaymentMismatched'
const isCorrection = ({ what }: OrderHappening) => what === 'ContactCorrected'

/** Null where the amount has told it. */
function codeWords(happening: OrderHappening, code: string, text: AdminOrdersTexts) {
  if (isMismatch(happening) && happening.amount !== null) return null
  return isCorrection(happening) ? fieldsIn(code, text) : wordOf(code, text)
}

/** What of the contact was wrong. */
function fieldsIn(code: string, { contactFields }: AdminOrdersTexts): string {
  const words: Record<string, string> = contactFields
  return code
    .split(' ')
    .map((field) => words[field] ?? field)
    .join(' · ')
}

/** A reason, a cause, or the provider's own word as it is. */
function wordOf(code: string, text: AdminOrdersTexts): string {
  const { reasons, causes, codes, holderReasons } = text
  const words: Record<string, string> = { ...reasons, ...causes, ...holderReasons, ...codes }
  return words[code] ?? code
}

function whoOf({ who }: OrderHappening, { detail }: AdminOrdersTexts): string {
  if (who.kind === 'staff') return who.name ?? detail.theSystem
  return who.kind === 'customer' ? detail.theCustomer : detail.theSystem
}
