import { Box, chakra, Flex, Heading } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { Money } from '../../../components/money.tsx'
import { Perforation } from '../../../components/perforation.tsx'
import { useCheckoutTexts } from '../../../lib/text/checkout.ts'

type Props = {
  lines: { key: string; label: string; cents: number }[]
  subtotalCents: number
  shippingCents: number
  tickets: number
}

/** The order as a stub: amounts stand right, the total below the perforation. */
export function Summary({ lines, subtotalCents, shippingCents, tickets }: Props) {
  const checkout = useCheckoutTexts()
  return (
    <Box
      as="section"
      bg="bg.sunk"
      borderRadius="ticket"
      borderWidth="1px"
      overflow="hidden"
      fontSize="sm"
    >
      <Box p="4">
        <Heading as="h3" fontSize="md" fontWeight="bold" mb="2">
          {checkout.summary}
        </Heading>
        {lines.map(({ key, label, cents }) => (
          <Row key={key} label={label}>
            <Money amount={cents} />
          </Row>
        ))}
        <Box borderTopWidth="1px" borderColor="line.strong" my="2" opacity={0.4} />
        <Row label={checkout.subtotal}>
          <Money amount={subtotalCents} />
        </Row>
        <Row label={checkout.shippingCost}>
          {shippingCents === 0 ? checkout.free : <Money amount={shippingCents} />}
        </Row>
      </Box>
      <Perforation ground="bg.surface" />
      <Box p="4">
        <Flex justify="space-between" align="baseline" fontWeight="heavy" fontSize="xl">
          <span>{checkout.total}</span>
          <Money amount={subtotalCents + shippingCents} />
        </Flex>
        {tickets > 0 && (
          <Flex justify="space-between" color="cedar.fg" fontWeight="bold">
            <span>{checkout.tickets}</span>
            <span>{tickets}</span>
          </Flex>
        )}
      </Box>
    </Box>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Flex justify="space-between" gap="3" py="0.5">
      <chakra.span color="fg.soft">{label}</chakra.span>
      <chakra.span whiteSpace="nowrap">{children}</chakra.span>
    </Flex>
  )
}
