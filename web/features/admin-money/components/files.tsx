import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { DateField } from '../../../components/admin/fields.tsx'
import { Button } from '../../../components/button.tsx'
import { download } from '../../../lib/admin/calls.ts'
import { showFailure } from '../../../lib/admin/outcome.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'

/** Files for the bookkeeper. */
export function Files() {
  const { files } = useAdminMoneyTexts()
  const [days, setDays] = useState({ startDate: '', endDate: '' })
  const query = new URLSearchParams(Object.entries(days).filter(([, day]) => day !== ''))
  const given = [
    {
      path: '/api/admin/orders/export',
      name: 'orders',
      title: files.orders,
      hint: files.ordersHint,
    },
    {
      path: '/api/admin/money/refunds/export',
      name: 'refund_duties',
      title: files.refunds,
      hint: files.refundsHint,
    },
    {
      path: '/api/admin/money/refunds/export',
      state: 'credit',
      name: 'store_credit',
      title: files.credit,
      hint: files.creditHint,
    },
    {
      path: '/api/admin/money/sales/export',
      name: 'vat_sales',
      title: files.sales,
      hint: files.salesHint,
    },
  ]
  return (
    <Box>
      <Text fontSize="sm" color="fg.soft" mb="3">
        {files.lead}
      </Text>
      <Grid
        gap="3"
        mb="5"
        templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(2, 180px)' }}
      >
        <DateField
          label={files.from}
          name="startDate"
          value={days.startDate}
          onChange={(startDate) => setDays((now) => ({ ...now, startDate }))}
        />
        <DateField
          label={files.to}
          name="endDate"
          value={days.endDate}
          onChange={(endDate) => setDays((now) => ({ ...now, endDate }))}
        />
      </Grid>
      <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
        {given.map(({ path, state, name, title, hint }) => {
          const asked = state === undefined ? query : new URLSearchParams({ state })
          return (
            <FileCard
              key={name}
              address={`${path}?${asked}`}
              name={name}
              title={title}
              hint={hint}
            />
          )
        })}
      </Grid>
    </Box>
  )
}

type CardProps = { address: string; name: string; title: string; hint: string }

function FileCard({ address, name, title, hint }: CardProps) {
  const text = useAdminMoneyTexts()
  const fetching = useMutation({
    mutationFn: () => download(address, `${name}.csv`),
    onError: (reason) => showFailure(text.exportFailed, reason, text.exportFailed),
  })
  return (
    <Flex direction="column" gap="3" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="4">
      <Box flex="1">
        <chakra.h2 fontWeight="bold" fontSize="lg">
          {title}
        </chakra.h2>
        <Text fontSize="sm" color="fg.soft">
          {hint}
        </Text>
      </Box>
      <Button
        size="sm"
        variant="outline"
        disabled={fetching.isPending}
        aria-label={`${text.export}: ${title}`}
        onClick={() => fetching.mutate()}
      >
        <Download size={16} aria-hidden />
        {text.export}
      </Button>
    </Flex>
  )
}
