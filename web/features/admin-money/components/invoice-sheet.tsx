import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'

import type { Invoice } from '#services/contract/money-desk.ts'

import { Money } from '../../../components/money.tsx'
import { unbroken } from '../../../lib/admin/unbroken.ts'
import { dayOf } from '../../../lib/day.ts'
import { grouped } from '../../../lib/money.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'
import { useLanguage } from '../../../lib/text/text.tsx'

/** A VAT invoice as a sheet of paper: the browser prints it, or saves it as PDF, in any script. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
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
      <Head invoice={invoice} />
      <Parties invoice={invoice} />
      <Items invoice={invoice} />
      <Totals invoice={invoice} />
    </Box>
  )
}

function Head({ invoice }: { invoice: Invoice }) {
  const { invoice: text } = useAdminMoneyTexts()
  const language = useLanguage()
  return (
    <Flex justify="space-between" gap="4" pb="4" borderBottomWidth="2px" wrap="wrap">
      <Box>
        <chakra.h2 fontSize="2xl" fontWeight="heavy">
          {text.title}
        </chakra.h2>
        <Text fontFamily="serial" fontSize="lg">
          <bdi>{text.number(invoice.number)}</bdi>
        </Text>
      </Box>
      <Grid as="dl" templateColumns="auto auto" columnGap="4" fontSize="sm">
        <dt>{text.issued}</dt>
        <dd>
          <bdi>{dayOf(invoice.issuedAt, language)}</bdi>
        </dd>
        <dt>{text.paid}</dt>
        <dd>
          <bdi>{dayOf(invoice.paidAt, language)}</bdi>
        </dd>
        <dt>{text.order}</dt>
        <dd>
          <bdi>{invoice.reference}</bdi>
        </dd>
      </Grid>
    </Flex>
  )
}

function Parties({ invoice }: { invoice: Invoice }) {
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
          <bdi dir="ltr">{phone}</bdi>
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

function Totals({ invoice }: { invoice: Invoice }) {
  const { invoice: text } = useAdminMoneyTexts()
  const language = useLanguage()
  const { lbp } = invoice
  return (
    <Box mt="4" ms="auto" maxW="360px">
      <Grid as="dl" templateColumns="1fr auto" gap="1" css={{ '& > dd': { textAlign: 'end' } }}>
        <dt>{text.net}</dt>
        <dd>
          <Money amount={invoice.net} />
        </dd>
        <dt>{text.vat(invoice.vatPercent)}</dt>
        <dd>
          <Money amount={invoice.vat} />
        </dd>
        <chakra.dt fontWeight="heavy" fontSize="lg">
          {text.total}
        </chakra.dt>
        <chakra.dd fontWeight="heavy" fontSize="lg">
          <Money amount={invoice.total} />
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
              <bdi>LBP {grouped(lbp.vat)}</bdi>
            </dd>
            <dt>{text.total}</dt>
            <dd>
              <bdi>LBP {grouped(lbp.total)}</bdi>
            </dd>
          </Grid>
        </Box>
      )}
    </Box>
  )
}
