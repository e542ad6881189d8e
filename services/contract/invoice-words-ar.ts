import type { InvoiceWords } from './invoice-words.ts'

export const invoiceWordsAr: InvoiceWords = {
  title: 'فاتورة ضريبية',
  number: (number) => `رقم ${ltr(number)}`,
  issued: 'صدرت',
  paid: 'دُفعت',
  order: 'الطلب',
  seller: 'البائع',
  buyer: 'المشتري',
  vatNumber: (number) => `الرقم الضريبي ${ltr(number)}`,
  item: 'الصنف',
  quantity: 'الكمية',
  price: 'السعر',
  amount: 'المبلغ',
  shipping: 'التوصيل',
  net: 'الصافي',
  vat: (percent) => `الضريبة ${ltr(`${percent}%`)}`,
  total: 'المجموع مع الضريبة',
  inPounds: (rate, day) => `بالليرة اللبنانية بسعر ${ltr(rate)} للدولار في ${day}`,
  withdrawn: (day, reason) => `أُلغيت في ${day}: ${reason}`,
  withdrawnFor: { never_paid: 'لم يُدفع مبلغها قط' },
  refunded: 'أُعيد قبل إصدار هذه الفاتورة',
  refundedVat: 'منها الضريبة',
  left: 'الباقي منها',
  withdrawnBack: (day) => `أُلغي في ${day}: لم يُعَد في النهاية`,
  creditNote: 'إشعار دائن',
  goods: 'البضاعة',
  paidBack: 'أُعيد',
  totalBack: 'المبلغ المُعاد مع الضريبة',
  withdrawnNote: (day) => `أُلغي في ${day}: لم يُعَد هذا المبلغ`,
  nobody: 'الزبون',
}

/** An amount or a number among Arabic words: read from left to right. */
const ltr = (text: string | number): string => `\u2066${text}\u2069`
