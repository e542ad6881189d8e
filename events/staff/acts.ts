/**
 * What staff do that changes no stream of its own: files that leave the house, figures of the money
 * desk, what is noted beside an order or in the draw room. Apart from the facts: pages need it too.
 */
export const staffActs = [
  'entries_exported',
  'register_exported',
  'openings_exported',
  'customers_exported',
  'orders_exported',
  'refunds_exported',
  'sales_exported',
  'trail_exported',
  'sample_drawn',
  'paper_noted',
  'statement_imported',
  'till_counted',
  'rate_set',
  'vat_set',
  'receipt_resent',
  'payment_proven',
  'invoice_issued',
  'request_declined',
  'message_resent',
  'attention_settled',
  'member_renamed',
  'member_phone_set',
  'session_recorded',
  'draw_agreed',
  'winner_contacted',
  'winner_checked',
  'forfeit_witnessed',
] as const
