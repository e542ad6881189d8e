import { Box } from '@chakra-ui/react'

import type { CreditNote, Invoice } from '#services/contract/money-desk.ts'

import { Goods } from '../../../components/admin/goods.tsx'
import { dayOf } from '../../../lib/day.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { Parties, Sheet, Stamp, Totals } from './invoice-sheet.tsx'

type Shown = { invoice: Invoice; note: CreditNote }

/** What went back of an invoice, on paper as the invoice is: with its parties and its rates. */
export function CreditNoteSheet({ invoice, note }: Shown) {
  const { invoice: text } = useAdminMoneyTexts()
  const language = useLanguage()
  return (
    <Sheet
      title={text.creditNote}
      number={text.number(note.number)}
      facts={[
        [text.title, `${text.number(invoice.number)} · ${dayOf(invoice.issuedAt, language)}`],
        [text.paidBack, dayOf(note.paidAt, language)],
        [text.order, invoice.reference],
        ...(note.goods === null
          ? []
          : [[text.goods, <Goods key="goods" {...note.goods} />] as const]),
      ]}
    >
      {note.withdrawnAt !== null && (
        <Stamp>{text.withdrawnNote(dayOf(note.withdrawnAt, language))}</Stamp>
      )}
      <Parties invoice={invoice} />
      <Box borderTopWidth="1px">
        <Totals total={text.totalBack} amount={note.amount} taxed={note} invoice={invoice} />
      </Box>
    </Sheet>
  )
}
