// What stands on the sheet of an invoice or a credit note, in words: the file that is made of it
// says what the page of it says (`invoice-sheet.tsx`), in the same language and in the same order.
import type { CreditNote, Invoice } from '../contract/money-desk.ts'
import type { InvoiceWords } from '../contract/invoice-words.ts'
import type { PageLanguage } from '../contract/pages.ts'

export type Party = { heading: string; name: string; lines: readonly string[] }
export type Amount = { name: string; amount: string; weight: 'small' | 'plain' | 'bold' | 'large' }
/** `note` stands above its amounts; each part but the first has a line over it. */
export type Totals = { note: string | null; amounts: readonly Amount[] }

export type Sheet = {
  title: string
  number: string
  facts: readonly { name: string; fact: string }[]
  /** It counts no more, and why. */
  stamp: string | null
  parties: readonly Party[]
  /** Item, quantity, price, amount; null where nothing is listed. */
  goods: { heads: readonly string[]; rows: readonly (readonly string[])[] } | null
  totals: readonly Totals[]
}

export type Said = { words: InvoiceWords; language: PageLanguage }

export function invoiceSheet(invoice: Invoice, { words, language }: Said): Sheet {
  const { withdrawn } = invoice
  return {
    title: words.title,
    number: own(words.number(invoice.number)),
    facts: [
      { name: words.issued, fact: dayOf(invoice.issuedAt, language) },
      { name: words.paid, fact: dayOf(invoice.paidAt, language) },
      { name: words.order, fact: own(invoice.reference) },
    ],
    stamp:
      withdrawn &&
      words.withdrawn(dayOf(withdrawn.at, language), words.withdrawnFor[withdrawn.reason]),
    parties: partiesOf(invoice, { words, language }),
    goods: goodsOf(invoice, words),
    totals: [
      ...totalsOf({ ...invoice, amount: invoice.total, name: words.total }, { words, language }),
      ...refundedOf(invoice, { words, language }),
    ],
  }
}

export function creditNoteSheet(
  { invoice, note }: { invoice: Invoice; note: CreditNote },
  { words, language }: Said,
): Sheet {
  const { vatPercent } = invoice
  const of = `${words.number(invoice.number)} · ${dayOf(invoice.issuedAt, language)}`
  const { goods, withdrawnAt } = note
  return {
    title: words.creditNote,
    number: own(words.number(note.number)),
    facts: [
      { name: words.title, fact: own(of) },
      { name: words.paidBack, fact: dayOf(note.paidAt, language) },
      { name: words.order, fact: own(invoice.reference) },
      ...(goods === null ? [] : [{ name: words.goods, fact: goodsText(goods) }]),
    ],
    stamp: withdrawnAt && words.withdrawnNote(dayOf(withdrawnAt, language)),
    parties: partiesOf(invoice, { words, language }),
    goods: null,
    totals: totalsOf({ ...note, vatPercent, name: words.totalBack }, { words, language }),
  }
}

function partiesOf(invoice: Invoice, { words, language }: Said): Party[] {
  const { seller, vatNumber, customer, address, phone } = invoice
  const numbered = vatNumber === null ? [] : [words.vatNumber(vatNumber)]
  return [
    {
      heading: words.seller,
      name: seller.name,
      lines: [seller.address[language], ltr(readablePhone(seller.phone)), ...numbered],
    },
    {
      heading: words.buyer,
      name: customer || words.nobody,
      lines: [...(address ? [address] : []), ...(phone ? [ltr(readablePhone(phone))] : [])],
    },
  ]
}

function goodsOf({ items, shipping }: Invoice, words: InvoiceWords): NonNullable<Sheet['goods']> {
  const rows = items.map(({ productName, variantName, quantity, price, subtotal }) => [
    variantName ? `${productName}, ${variantName}` : productName,
    String(quantity),
    dollars(price),
    dollars(subtotal),
  ])
  if (Number(shipping) > 0) rows.push([words.shipping, '', '', dollars(shipping)])
  return { heads: [words.item, words.quantity, words.price, words.amount], rows }
}

type Taxed = Pick<Invoice, 'vat' | 'net' | 'lbp' | 'vatPercent'> & { name: string; amount: string }

function totalsOf(
  { name, amount, vat, net, lbp, vatPercent }: Taxed,
  { words, language }: Said,
): Totals[] {
  const tax = words.vat(vatPercent)
  const inDollars: Totals = {
    note: null,
    amounts: [
      { name: words.net, amount: dollars(net), weight: 'plain' },
      { name: tax, amount: dollars(vat), weight: 'plain' },
      { name, amount: dollars(amount), weight: 'large' },
    ],
  }
  if (lbp === null) return [inDollars]
  const note = words.inPounds(grouped(lbp.rate), dayOf(lbp.day, language))
  const inPounds: Totals = {
    note,
    amounts: [
      { name: tax, amount: pounds(lbp.vat), weight: 'small' },
      { name, amount: pounds(lbp.total), weight: 'small' },
    ],
  }
  return [inDollars, inPounds]
}

function refundedOf({ refunded }: Invoice, { words, language }: Said): Totals[] {
  if (refunded === null) return []
  const { amount, vat, left, leftLbp, withdrawn } = refunded
  const inPounds: Amount[] =
    leftLbp === null ? [] : [{ name: '', amount: pounds(leftLbp), weight: 'small' }]
  const amounts: Amount[] = [
    { name: words.refunded, amount: dollars(`-${amount}`), weight: 'plain' },
    { name: words.refundedVat, amount: dollars(`-${vat}`), weight: 'plain' },
    { name: words.left, amount: dollars(left), weight: 'bold' },
    ...inPounds,
    ...withdrawn.map((back): Amount => {
      const name = words.withdrawnBack(dayOf(back.at, language))
      return { name, amount: dollars(back.amount), weight: 'bold' }
    }),
  ]
  return [{ note: null, amounts }]
}

/** In Beirut; digits stay Latin in Arabic too, and the day on the line of its month. */
function dayOf(at: string, language: PageLanguage): string {
  const locale = { en: 'en-GB', ar: 'ar-LB-u-nu-latn', fr: 'fr-FR' }[language]
  const parts = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return new Date(at)
    .toLocaleDateString(locale, { timeZone: 'Asia/Beirut', ...parts })
    .replace(/(\d)\s(?=\p{L})/gu, '$1\u00a0')
}

const dollars = (amount: string): string =>
  ltr(amount.startsWith('-') ? `-$${amount.slice(1)}` : `$${amount}`)
const pounds = (amount: string): string => ltr(`LBP\u00a0${grouped(amount)}`)
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

const readablePhone = (phone: string): string =>
  phone.replace(/^\+961(\d{1,2})(\d{3})(\d{3})$/, '+961\u00a0$1\u00a0$2\u00a0$3')

const goodsText = ({ productName, variantName, quantity }: NonNullable<CreditNote['goods']>) =>
  `${quantity} × ${own(variantName === null ? productName : `${productName} (${variantName})`)}`

/** An amount reads from left to right in every text; a name has its own direction. */
const ltr = (text: string): string => `\u2066${text}\u2069`
const own = (text: string): string => `\u2068${text}\u2069`
