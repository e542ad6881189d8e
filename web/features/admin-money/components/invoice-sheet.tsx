import { Fragment } from 'react'
import type { ReactNode } from 'react'

import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'

import type { Invoice } from '#services/contract/money-desk.ts'

import { Money, Pounds } from '../../../components/money.tsx'
import { unbroken } from '../../../lib/admin/unbroken.ts'
import { dayOf } from '../../../lib/day.ts'
import { grouped } from '../../../lib/money.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'
import { useLanguage } from '../../../lib/text/text.tsx'

/**
 * A VAT invoice as a sheet of paper, for the eye and the printer. The shop makes the same sheet as
 * a PDF file (`services/http/invoice-sheet.ts`): what is said here is said there too.
 */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { invoice: text } = useAdminMoneyTexts()
  const language = useLanguage()
  return (
    <Sheet
      title={text.title}
      number={text.number(invoice.number)}
      facts={[
        [text.issued, dayOf(invoice.issuedAt, language)],
        [text.paid, dayOf(invoice.paidAt, language)],
        [text.order, invoice.reference],
      ]}
    >
      <Withdrawn invoice={invoice} />
      <Parties invoice={invoice} />
      <Items invoice={invoice} />
      <Totals total={text.total} amount={invoice.total} taxed={invoice} invoice={invoice}>
        <Refunded invoice={invoice} />
      </Totals>
    </Sheet>
  )
}

type SheetParts = {
  title: string
  number: string
  facts: readonly (readonly [name: string, value: ReactNode])[]
  children: ReactNode
}

export function Sheet({ title, number, facts, children }: SheetParts) {
  return (
    <Box
      as="article"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      p={{ base: '5', md: '10' }}
      maxW="820px"
      mx="auto"
      _print={{ borderWidth: '0', padding: '0', maxWidth: 'none', color: 'black' }}
    >
      <Flex justify="space-between" gap="4" pb="4" borderBottomWidth="2px" wrap="wrap">
        <Box>
          <chakra.h2 fontSize="2xl" fontWeight="heavy">
            {title}
          </chakra.h2>
          <Text fontFamily="serial" fontSize="lg">
            <bdi>{number}</bdi>
          </Text>
        </Box>
        <Grid as="dl" templateColumns="auto auto" columnGap="4" fontSize="sm" alignContent="start">
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </Fragment>
          ))}
        </Grid>
      </Flex>
      {children}
    </Box>
  )
}

/** It was handed out, so it stays; who holds it sees that it counts no more. */
function Withdrawn({ invoice: { withdrawn } }: { invoice: Invoice }) {
  const { invoice: text } = useAdminMoneyTexts()
  const language = useLanguage()
  if (withdrawn === null) return null
  return (
    <Stamp>
      {text.withdrawn(dayOf(withdrawn.at, language), text.withdrawnFor[withdrawn.reason])}
    </Stamp>
  )
}

export const Stamp = ({ children }: { children: ReactNode }) => (
  <Text mt="4" p="3" borderWidth="2px" fontWeight="heavy" fontSize="lg">
    {children}
  </Text>
)

export function Parties({ invoice }: { invoice: Invoice }) {
  const { invoice: text } = useAdminMoneyTexts()
  const { name, phone, address } = invoice.seller
  const language = useLanguage()
  return (
    <Grid templateColumns="1fr 1fr" gap="6" my="5" fontSize="sm">
      <Box>
        <Text fontSize="xs" color="fg.muted">
          {text.seller}
        </Text>
        <Text fontWeight="bold">{name}</Text>
        <Text>{address[language]}</Text>
        <Text>
          <bdi dir="ltr">{readablePhone(phone)}</bdi>
        </Text>
        {invoice.vatNumber && <Text>{text.vatNumber(unbroken(invoice.vatNumber))}</Text>}
      </Box>
      <Box>
        <Text fontSize="xs" color="fg.muted">
          {text.buyer}
        </Text>
        <Text fontWeight="bold">{invoice.customer || text.nobody}</Text>
        {invoice.address && <Text overflowWrap="anywhere">{invoice.address}</Text>}
        {invoice.phone && (
          <Text>
            <bdi dir="ltr">{readablePhone(invoice.phone)}</bdi>
          </Text>
        )}
      </Box>
    </Grid>
  )
}

function Items({ invoice }: { invoice: Invoice }) {
  const { invoice: text } = useAdminMoneyTexts()
  return (
    <chakra.table width="full" fontSize="sm" css={cells}>
      <thead>
        <tr>
          <chakra.th textAlign="start">{text.item}</chakra.th>
          <th>{text.quantity}</th>
          <th>{text.price}</th>
          <th>{text.amount}</th>
        </tr>
      </thead>
      <tbody>
        {invoice.items.map((item) => (
          <tr key={item.id}>
            <td>
              {item.productName}
              {item.variantName && `, ${item.variantName}`}
            </td>
            <td>
              <bdi>{item.quantity}</bdi>
            </td>
            <td>
              <Money amount={item.price} />
            </td>
            <td>
              <Money amount={item.subtotal} />
            </td>
          </tr>
        ))}
        {Number(invoice.shipping) > 0 && (
          <tr>
            <td>{text.shipping}</td>
            <td />
            <td />
            <td>
              <Money amount={invoice.shipping} />
            </td>
          </tr>
        )}
      </tbody>
    </chakra.table>
  )
}

const cells = {
  '& th': { fontSize: 'xs', color: 'fg.muted', pb: '2', ps: '3', textAlign: 'end' },
  '& th:first-of-type': { ps: '0', textAlign: 'start' },
  '& td': { py: '2', ps: '3', borderTopWidth: '1px', textAlign: 'end', whiteSpace: 'nowrap' },
  '& td:first-of-type': { ps: '0', textAlign: 'start', whiteSpace: 'normal' },
} as const

type Taxed = Pick<Invoice, 'vat' | 'net' | 'lbp'>
type TotalsParts = {
  total: string
  amount: string
  taxed: Taxed
  invoice: Pick<Invoice, 'vatPercent'>
  children?: ReactNode
}

export function Totals({ total, amount, taxed, invoice, children }: TotalsParts) {
  const { invoice: text } = useAdminMoneyTexts()
  const language = useLanguage()
  const { lbp, net, vat } = taxed
  return (
    <Box mt="4" ms="auto" maxW="360px">
      <Grid as="dl" templateColumns="1fr auto" gap="1" css={{ '& > dd': { textAlign: 'end' } }}>
        <dt>{text.net}</dt>
        <dd>
          <Money amount={net} />
        </dd>
        <dt>{text.vat(invoice.vatPercent)}</dt>
        <dd>
          <Money amount={vat} />
        </dd>
        <chakra.dt fontWeight="heavy" fontSize="lg">
          {total}
        </chakra.dt>
        <chakra.dd fontWeight="heavy" fontSize="lg">
          <Money amount={amount} />
        </chakra.dd>
      </Grid>
      {lbp && (
        <Box mt="3" pt="3" borderTopWidth="1px" borderTopStyle="dashed" fontSize="sm">
          <Text color="fg.soft" fontSize="xs">
            {text.inPounds(grouped(lbp.rate), dayOf(lbp.day, language))}
          </Text>
          <Grid as="dl" templateColumns="1fr auto" css={{ '& > dd': { textAlign: 'end' } }}>
            <dt>{text.vat(invoice.vatPercent)}</dt>
            <dd>
              <Pounds amount={lbp.vat} />
            </dd>
            <dt>{total}</dt>
            <dd>
              <Pounds amount={lbp.total} />
            </dd>
          </Grid>
        </Box>
      )}
      {children}
    </Box>
  )
}

/**
 * What had gone back before it was issued, as it was handed out; what goes back later is not on a
 * sheet of before. What was not given back after all is said below it.
 */
function Refunded({ invoice: { refunded } }: { invoice: Invoice }) {
  const { invoice: text } = useAdminMoneyTexts()
  const language = useLanguage()
  if (refunded === null) return null
  const { amount, vat, left, leftLbp, withdrawn } = refunded
  return (
    <Grid
      as="dl"
      mt="3"
      pt="3"
      borderTopWidth="1px"
      templateColumns="1fr auto"
      gap="1"
      css={{ '& > dd': { textAlign: 'end' } }}
    >
      <dt>{text.refunded}</dt>
      <dd>
        <Money amount={`-${amount}`} />
      </dd>
      <dt>{text.refundedVat}</dt>
      <dd>
        <Money amount={`-${vat}`} />
      </dd>
      <chakra.dt fontWeight="heavy">{text.left}</chakra.dt>
      <chakra.dd fontWeight="heavy">
        <Money amount={left} />
        {leftLbp && (
          <Text fontSize="sm" fontWeight="normal">
            <Pounds amount={leftLbp} />
          </Text>
        )}
      </chakra.dd>
      {withdrawn.map((back) => (
        <Fragment key={back.at}>
          <chakra.dt fontWeight="heavy">{text.withdrawnBack(dayOf(back.at, language))}</chakra.dt>
          <chakra.dd fontWeight="heavy">
            <Money amount={back.amount} />
          </chakra.dd>
        </Fragment>
      ))}
    </Grid>
  )
}
