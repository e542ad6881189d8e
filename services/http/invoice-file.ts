// An invoice, or a credit note to it, as a file in one language. What makes it and the words of the
// language are imported by the first that is asked for.
import { unreachable } from '#events/kernel/assert.ts'

import type { InvoiceWords } from '../contract/invoice-words.ts'
import type { Invoice } from '../contract/money-desk.ts'
import type { PageLanguage } from '../contract/pages.ts'
import { creditNoteSheet, invoiceSheet } from './invoice-sheet.ts'
import { notFound } from './problem.ts'

/** `noteNumber`: of a credit note; null: the invoice itself. */
type Wanted = { language: PageLanguage; noteNumber: string | null }

export async function invoiceFile(
  invoice: Invoice,
  { language, noteNumber }: Wanted,
): Promise<{ fileName: string; bytes: Buffer }> {
  const said = { language, words: await wordsOf(language) }
  const { sheetPdf } = await import('./invoice-pdf.ts')
  const { name: author } = invoice.seller
  if (noteNumber === null) {
    const sheet = invoiceSheet(invoice, said)
    const bytes = await sheetPdf({ sheet, language, author, at: new Date(invoice.issuedAt) })
    return { fileName: `invoice-${invoice.number}.pdf`, bytes }
  }
  const note = invoice.creditNotes.find(({ number }) => number === noteNumber)
  if (note === undefined) throw notFound()
  const sheet = creditNoteSheet({ invoice, note }, said)
  const bytes = await sheetPdf({ sheet, language, author, at: new Date(note.paidAt) })
  return { fileName: `credit-note-${note.number}.pdf`, bytes }
}

async function wordsOf(language: PageLanguage): Promise<InvoiceWords> {
  switch (language) {
    case 'en':
      return (await import('../contract/invoice-words-en.ts')).invoiceWordsEn
    case 'ar':
      return (await import('../contract/invoice-words-ar.ts')).invoiceWordsAr
    case 'fr':
      return (await import('../contract/invoice-words-fr.ts')).invoiceWordsFr
    default:
      return unreachable(language)
  }
}
