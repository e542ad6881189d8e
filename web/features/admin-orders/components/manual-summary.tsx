import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'

import { Money } from '../../../components/money.tsx'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import type { ChosenLine, totalsOf } from '../manual-draft.ts'

type Props = { lines: readonly ChosenLine[]; totals: ReturnType<typeof totalsOf> }

/** The stub of the order: what it costs and wins as it is being written. */
export function ManualSummary({ lines, totals }: Props) {
  const { manual } = useAdminOrdersTexts()
  return (
    <Box
      as="section"
      aria-label={manual.summary}
      bg="bg.sunk"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="line.strong"
      borderRadius="ticket"
      p="4"
    >
      <chakra.h3 fontWeight="bold" fontSize="lg" mb="2">
        {manual.summary}
      </chakra.h3>
      {lines.length === 0 && (
        <Text fontSize="sm" color="fg.soft" mb="3">
          {manual.nothing}
        </Text>
      )}
      {lines.map(({ key, name, variantName, quantity, cents }) => (
        <Flex key={key} justify="space-between" gap="3" fontSize="sm" py="1">
          <Text minW="0">
            {quantity} ×{' '}
            <bdi>
              {name}
              {variantName && `, ${variantName}`}
            </bdi>
          </Text>
          <Money amount={cents} />
        </Flex>
      ))}
      <Grid
        as="dl"
        templateColumns="1fr auto"
        gap="1"
        mt="2"
        pt="3"
        borderTopWidth="1px"
        borderTopStyle="dashed"
        borderColor="line.strong"
        fontSize="sm"
        aria-live="polite"
        css={{ '& > dd': { textAlign: 'end' } }}
      >
        <dt>{manual.subtotal}</dt>
        <dd>
          <Money amount={totals.subtotalCents} />
        </dd>
        <dt>{manual.shippingFee}</dt>
        <dd>
          <Money amount={totals.shippingCents} />
        </dd>
        <dt>{manual.tickets}</dt>
        <dd>
          <bdi>{totals.tickets}</bdi>
        </dd>
        <chakra.dt fontSize="lg" fontWeight="heavy">
          {manual.total}
        </chakra.dt>
        <chakra.dd fontSize="lg" fontWeight="heavy">
          <Money amount={totals.totalCents} />
        </chakra.dd>
      </Grid>
    </Box>
  )
}
