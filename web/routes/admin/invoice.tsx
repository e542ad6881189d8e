import { Box, chakra, Flex } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { Printer } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { EmptyState, ErrorRetry, ListSpinner } from '../../components/admin/list-faces.tsx'
import { Button } from '../../components/button.tsx'
import { useInvoice } from '../../features/admin-money/api/money.ts'
import { InvoiceSheet } from '../../features/admin-money/components/invoice-sheet.tsx'
import { mayAct } from '../../features/admin-orders/order-act-forms.ts'
import { codeOf } from '../../lib/admin/outcome.ts'
import { paths } from '../../lib/paths.ts'
import { useAdminMoneyTexts } from '../../lib/text/admin-money.ts'
import { StaffPage } from './staff-page.tsx'

export function InvoicePage() {
  return <StaffPage>{({ role }) => <Sheet mayIssue={mayAct(role, 'mark_paid')} />}</StaffPage>
}

function Sheet({ mayIssue }: { mayIssue: boolean }) {
  const { invoice: text } = useAdminMoneyTexts()
  const [search] = useSearchParams()
  const orderId = search.get('order') ?? ''
  const { data, error, isError, refetch } = useInvoice(orderId, mayIssue)
  const isNone = codeOf(error) === 'no_invoice'
  return (
    <AdminPage
      title={text.title}
      level="h1"
      actions={
        data && (
          <Button onClick={() => window.print()}>
            <Printer size={18} aria-hidden />
            {text.print}
          </Button>
        )
      }
    >
      <Global styles={onPaper} />
      {orderId === '' && <EmptyState line={text.choose} />}
      {orderId !== '' && isNone && <EmptyState line={text.none} />}
      {orderId !== '' && isError && !isNone && (
        <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
      )}
      {orderId !== '' && !data && !isError && <ListSpinner />}
      {data && (
        <Box data-on-paper>
          <InvoiceSheet invoice={data} />
        </Box>
      )}
      <Flex mt="5" justify="center">
        <chakra.span color="cedar.fg" fontWeight="bold" textDecoration="underline">
          <Link to={paths.adminTab('orders')}>{text.back}</Link>
        </chakra.span>
      </Flex>
    </AdminPage>
  )
}

/** On paper there is the invoice and nothing around it. */
const onPaper = {
  '@media print': {
    'body *': { visibility: 'hidden' },
    '[data-on-paper], [data-on-paper] *': { visibility: 'visible' },
    '[data-on-paper]': { position: 'absolute', insetInlineStart: 0, top: 0, width: '100%' },
    '@page': { margin: '14mm' },
  },
} as const
