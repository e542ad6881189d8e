import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { TicketWalk } from '#services/contract/admin-audit.ts'

import { Badge } from '../../../components/badge.tsx'
import { codeWord } from '../../../lib/admin/fact-words.ts'
import { momentOf } from '../../../lib/day.ts'
import { dollars } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'

type Props = { walk: TicketWalk; mayOpenOrder: boolean }

/** A ticket with everything that stands behind it. */
export function WalkCard({ walk, mayOpenOrder }: Props) {
  const { ticket: text } = useAdminAuditTexts()
  const language = useLanguage()
  return (
    <Box as="article" bg="bg.surface" borderWidth="1px" borderRadius="control" p="4">
      <Flex justify="space-between" gap="3" align="flex-start">
        <div>
          <Heading as="h2" fontSize="xl" fontWeight="heavy">
            {text.ticketTitle(ticketLabel(walk.number))}
          </Heading>
          <Text color="fg.soft">
            <bdi>{walk.raffleName}</bdi>
          </Text>
        </div>
        <Badge tone={walk.isVoid ? 'danger' : 'success'}>
          {walk.isVoid ? text.void : text.valid}
        </Badge>
      </Flex>
      <Text fontSize="sm" color="fg.muted" mt="1">
        {[
          text.issued(momentOf(walk.issuedAt, language)),
          text.range(ticketLabel(walk.first), ticketLabel(walk.last)),
          text.channel[walk.channel],
        ].join(' · ')}
      </Text>
      <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr 1.4fr' }} gap="4" mt="4">
        <Step title={text.order}>
          <OrderPart walk={walk} mayOpenOrder={mayOpenOrder} />
        </Step>
        <Step title={text.payment}>
          <PaymentPart walk={walk} />
        </Step>
        <Step title={text.leaf}>
          <LeafPart walk={walk} />
        </Step>
      </Grid>
    </Box>
  )
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box as="section" borderTopWidth="3px" borderTopColor="cedar.solid" pt="2" minW="0">
    <Heading as="h3" fontSize="md" fontWeight="bold" mb="2">
      {title}
    </Heading>
    {children}
  </Box>
)

function OrderPart({ walk: { order }, mayOpenOrder }: Props) {
  const { ticket: text } = useAdminAuditTexts()
  const language = useLanguage()
  if (order === null) return <Text>{text.noOrder}</Text>
  return (
    <>
      {mayOpenOrder ? (
        <chakra.span fontWeight="bold" textDecoration="underline">
          <Link to={`${paths.adminTab('orders')}&order=${order.orderId}`}>
            <bdi>{order.reference}</bdi>
          </Link>
        </chakra.span>
      ) : (
        <chakra.bdi fontWeight="bold">{order.reference}</chakra.bdi>
      )}{' '}
      <bdi>{dollars(order.total)}</bdi>
      <Text fontSize="sm" color="fg.muted">
        {text.placed(momentOf(order.placedAt, language))}
      </Text>
      {order.paidAt !== null && (
        <Text fontSize="sm" color="fg.muted">
          {text.paid(momentOf(order.paidAt, language))}
        </Text>
      )}
    </>
  )
}

/** What came, and what shows that it did. */
export function PaymentPart({ walk: { payment } }: { walk: Pick<TicketWalk, 'payment'> }) {
  const { ticket: text, codes } = useAdminAuditTexts()
  const { payments, attempts, manual, isProven } = payment
  return (
    <chakra.ul listStyleType="none" display="grid" gap="1" fontSize="sm">
      {payments.length === 0 && <li>{text.noPayment}</li>}
      {payments.map(({ amount, method, isSale, paidAt }) => (
        <li key={paidAt}>
          {text.received(dollars(amount), codeWord(codes, method))}
          {!isSale && ` (${text.surplus})`}
        </li>
      ))}
      {attempts.map(({ ref, status, callbacks }) => (
        <chakra.li key={ref} color="fg.muted">
          {text.asked(ref, codeWord(codes, status ?? '–'))}
          {callbacks > 0 && ` · ${text.callbacks(callbacks)}`}
        </chakra.li>
      ))}
      {manual !== null && (
        <chakra.li color="fg.muted">
          {[
            text.manual(codeWord(codes, manual.method)),
            manual.reference && text.reference(manual.reference),
            manual.collector && text.collector(manual.collector),
          ]
            .filter(Boolean)
            .join(' · ')}
        </chakra.li>
      )}
      {payments.length > 0 && !isProven && (
        <chakra.li color="pomegranate.fg">{text.unproven}</chakra.li>
      )}
    </chakra.ul>
  )
}

/** What was recomputed, each with its outcome. */
export const leafChecks = ({ leaf }: TicketWalk) => ({
  hash: leaf.isHashRight,
  included: leaf.isIncluded,
  named: leaf.isNumberInLeaf,
})

function LeafPart({ walk }: { walk: TicketWalk }) {
  const { ticket: text } = useAdminAuditTexts()
  const { leaf } = walk
  const checks = leafChecks(walk)
  return (
    <>
      <Text fontSize="sm" mb="2">
        {text.leafAt(leaf.position, leaf.treeSize)}
      </Text>
      <Outcome isRight={checks.hash} right={text.hashRight} wrong={text.hashWrong} />
      <Outcome isRight={checks.included} right={text.included} wrong={text.notIncluded} />
      <Outcome isRight={checks.named} right={text.named} wrong={text.notNamed} />
      <Hash label={text.leaf} hash={leaf.hash} />
      <Hash label={text.root} hash={leaf.root} />
    </>
  )
}

function Outcome({ isRight, right, wrong }: { isRight: boolean; right: string; wrong: string }) {
  return (
    <Flex
      gap="2"
      align="flex-start"
      fontSize="sm"
      color={isRight ? 'success.fg' : 'pomegranate.fg'}
    >
      <Box flexShrink={0} mt="0.5">
        {isRight ? <Check size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
      </Box>
      {isRight ? right : wrong}
    </Flex>
  )
}

const Hash = ({ label, hash }: { label: string; hash: string }) => (
  <Box mt="2" fontSize="xs">
    <Text color="fg.muted">{label}</Text>
    <chakra.code dir="ltr" display="block" fontFamily="serial" overflowWrap="anywhere">
      {hash}
    </chakra.code>
  </Box>
)
