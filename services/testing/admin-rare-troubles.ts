// One of each kind that waits for a person, as their programs would tell them.
type Body = Record<string, unknown>

const bare = {
  orderId: null,
  reference: null,
  customer: null,
  phone: null,
  amount: null,
  received: null,
  method: null,
  code: null,
  detail: null,
}
const since = '2026-03-03T15:40:00.000Z'
const order = {
  orderId: '00000000-0000-4000-8000-000000000001',
  reference: 'QR-4WFGNT',
  customer: 'ليلى حداد',
  phone: '+96176111222',
}
const sum = { amount: '1240.50' }
const paidOut = { item: '999999 T-3', method: 'whishpay' }

const troubles: readonly object[] = [
  { kind: 'writer_halted', item: 'raffle/2', detail: 'fact 41: the checkpoint does not fit' },
  { kind: 'projection', item: 'orders', detail: '1,204 facts behind since 17:40' },
  { kind: 'reactor', item: 'receipts', detail: 'connect ECONNREFUSED 10.0.0.4:587' },
  { kind: 'unfinished', item: 'a', ...order, ...sum },
  { kind: 'mismatched', item: 'b', ...order, ...sum, received: '1240.05', code: 'USD' },
  { kind: 'mismatched', item: 'c', ...order, ...sum, received: '111024750', code: 'LBP' },
  { kind: 'paid_late', item: 'd', ...order, ...sum, code: 'paid_late' },
  { kind: 'paid_twice', item: 'e', ...order, ...sum, code: 'paid_twice' },
  { kind: 'refund_due', item: 'f', ...order, ...sum, code: 'raffle_cancelled' },
  {
    kind: 'request',
    item: 'g',
    ...order,
    code: 'cancel',
    detail: 'اشتريت مرّتين بالخطأ (03/123456).',
  },
  { kind: 'undecided', item: 'h', ...order, ...sum, method: 'montypay', code: 'PENDING_3DS' },
  { kind: 'unmatched', ...paidOut, ...sum, detail: 'T-3' },
  { kind: 'unmatched', ...paidOut, amount: '1074000.00', currency: 'LBP', detail: 'T-4' },
  { kind: 'unmatched', ...paidOut, ...order, amount: '9.00', code: 'refund', detail: 'T-5' },
  { kind: 'unmatched', ...paidOut, ...order, amount: '15.00', code: 'not_paid', detail: 'T-6' },
  { kind: 'unproven', item: 'i', ...order, ...sum, method: 'omt' },
  { kind: 'staff_bought', item: 'j', ...order, ...sum, customer: 'Rami Aoun' },
  { kind: 'message_failed', item: 'k', ...order, method: 'email', code: 'rejected' },
  { kind: 'stock_low', item: 'l', detail: 'Mint Tea · Tin of 50 · TEA-50', code: '2' },
  { kind: 'stock_low', item: 'm', detail: 'شاي بالنعناع · علبة 50 · TEA-50', code: '0' },
]

/** The counts as they are: both come from below one address. */
export function allKinds(body: Body): object {
  if (!('data' in body)) return body
  const data = troubles.map((one) => ({ ...bare, since, ...one }))
  return { data, pagination: { hasMore: false, total: data.length } }
}
