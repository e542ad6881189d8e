import type { ReactNode } from 'react'

import { Box, chakra, Flex } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { Download, Printer } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'

import type { CreditNote, Invoice } from '#services/contract/money-desk.ts'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { EmptyState, ErrorRetry, ListSpinner } from '../../components/admin/list-faces.tsx'
import { Button } from '../../components/button.tsx'
import { Money } from '../../components/money.tsx'
import { useInvoice, useInvoiceFile } from '../../features/admin-money/api/money.ts'
import { CreditNoteSheet } from '../../features/admin-money/components/credit-note-sheet.tsx'
import { InvoiceSheet } from '../../features/admin-money/components/invoice-sheet.tsx'
import { mayAct } from '../../features/admin-orders/order-act-forms.ts'
import { codeOf, refusalOf, showFailure } from '../../lib/admin/outcome.ts'
import { dayOf } from '../../lib/day.ts'
import { paths } from '../../lib/paths.ts'
import { useAdminMoneyTexts } from '../../lib/text/admin-money.ts'
import { useLanguage } from '../../lib/text/text.tsx'
import { StaffPage } from './staff-page.tsx'

export function InvoicePage() {
  return <StaffPage>{({ role }) => <Sheet mayIssue={mayAct(role, 'mark_paid')} />}</StaffPage>
}

function Sheet({ mayIssue }: { mayIssue: boolean }) {
  const { invoice: text } = useAdminMoneyTexts()
  const [search] = useSearchParams()
  const orderId = search.get('order') ?? ''
  const { data, error, isError, refetch } = useInvoice(orderId, mayIssue)
  const note = data?.creditNotes.find(({ number }) => number === search.get('note'))
  const none = codeOf(error) === 'no_invoice' ? refusalOf(error) : null
  return (
    <AdminPage
      title={note === undefined ? text.title : text.creditNote}
      level="h1"
      actions={
        data && (
          <>
            <DownloadButton invoice={data} note={note} />
            <Button onClick={() => window.print()}>
              <Printer size={18} aria-hidden />
              {text.print}
            </Button>
          </>
        )
      }
    >
      <Global styles={onPaper} />
      {orderId === '' && <EmptyState line={text.choose} />}
      {orderId !== '' && none !== null && <EmptyState line={none} />}
      {orderId !== '' && isError && none === null && (
        <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
      )}
      {orderId !== '' && !data && !isError && <ListSpinner />}
      {data && (
        <Box data-on-paper>
          {note === undefined ? (
            <InvoiceSheet invoice={data} />
          ) : (
            <CreditNoteSheet invoice={data} note={note} />
          )}
        </Box>
      )}
      {data && data.creditNotes.length > 0 && <Sheets invoice={data} />}
      <Flex mt="5" justify="center">
        <chakra.span color="cedar.fg" fontWeight="bold" textDecoration="underline">
          <Link to={paths.adminTab('orders')}>{text.back}</Link>
        </chakra.span>
      </Flex>
    </AdminPage>
  )
}

/** The sheet that is in view, as a file of the shop's, in the language of the page. */
function DownloadButton({ invoice, note }: { invoice: Invoice; note: CreditNote | undefined }) {
  const { invoice: text } = useAdminMoneyTexts()
  const language = useLanguage()
  const file = useInvoiceFile()
  const { orderId } = invoice
  const asked = { orderId, language, note: note?.number }
  return (
    <Button
      variant="outline"
      disabled={file.isPending}
      onClick={() =>
        file.mutate(asked, {
          onError: (reason) => showFailure(text.downloadFailed, reason, text.downloadFailed),
        })
      }
    >
      <Download size={18} aria-hidden />
      {text.download}
    </Button>
  )
}

/** The invoice and what went back of it: each is a sheet of its own. */
function Sheets({ invoice }: { invoice: Invoice }) {
  const { invoice: text } = useAdminMoneyTexts()
  const language = useLanguage()
  const address = `/admin/invoice?order=${invoice.orderId}`
  return (
    <Box as="nav" aria-label={text.sheets} mt="5" maxW="820px" mx="auto">
      <chakra.ul display="grid" gap="2">
        <li>
          <SheetLink to={address}>
            {text.title} <bdi>{text.number(invoice.number)}</bdi>
          </SheetLink>
        </li>
        {invoice.creditNotes.map(({ number, paidAt, amount, withdrawnAt }) => (
          <li key={number}>
            <SheetLink to={`${address}&note=${number}`}>
              {text.creditNote} <bdi>{text.number(number)}</bdi>
            </SheetLink>{' '}
            <bdi>{dayOf(paidAt, language)}</bdi> · <Money amount={amount} />
            {withdrawnAt !== null && <> · {text.noteIsOver}</>}
          </li>
        ))}
      </chakra.ul>
    </Box>
  )
}

const SheetLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <chakra.span color="cedar.fg" fontWeight="bold" textDecoration="underline">
    <Link to={to}>{children}</Link>
  </chakra.span>
)

/** On paper there is the invoice and nothing around it. */
const onPaper = {
  '@media print': {
    'body *': { visibility: 'hidden' },
    '[data-on-paper], [data-on-paper] *': { visibility: 'visible' },
    '[data-on-paper]': { position: 'absolute', insetInlineStart: 0, top: 0, width: '100%' },
    '@page': { margin: '14mm' },
  },
} as const
