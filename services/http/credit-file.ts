// The file of store credit that still counts.
import { creditsAfter } from '../commands/open-credits.ts'
import type { OpenCredit } from '../commands/open-credits.ts'
import { moneyOf } from '../commands/price-purchase.ts'
import type { Queryable } from '../io/database.ts'
import { csvFileName, pagesOf } from './csv.ts'
import type { CsvFile } from './csv.ts'

export const creditsFile = ({ database, at }: { database: Queryable; at: Date }): CsvFile => ({
  fileName: csvFileName(['store_credit'], at),
  header: ['Order ID', 'Reference', 'Customer', 'Phone', 'Amount USD', 'Last day'],
  pages: pagesFrom(pagesOf<OpenCredit>((last) => creditsAfter(database, last))),
})

async function* pagesFrom(pages: AsyncIterable<readonly OpenCredit[]>) {
  for await (const page of pages)
    yield page.map((credit) => [
      credit.order_id,
      credit.reference,
      credit.name,
      credit.phone,
      moneyOf(credit.amount_cents),
      credit.credit_until,
    ])
}
