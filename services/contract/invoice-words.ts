// The words of an invoice and its credit notes, wherever they are read: the page and the file say
// the same because both say these. One language a file, so that each is loaded alone.
export type InvoiceWords = {
  title: string
  number: (number: number | string) => string
  issued: string
  paid: string
  order: string
  seller: string
  buyer: string
  vatNumber: (number: string) => string
  item: string
  quantity: string
  price: string
  amount: string
  shipping: string
  net: string
  vat: (percent: string) => string
  total: string
  inPounds: (rate: string, day: string) => string
  withdrawn: (day: string, reason: string) => string
  withdrawnFor: { never_paid: string }
  refunded: string
  refundedVat: string
  left: string
  withdrawnBack: (day: string) => string
  creditNote: string
  goods: string
  paidBack: string
  totalBack: string
  withdrawnNote: (day: string) => string
  nobody: string
}
