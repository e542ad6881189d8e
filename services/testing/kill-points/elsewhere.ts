// Statements that write and that no scenario comes to, by the reason for which that is enough. Each
// of them stands in a file that the scenarios' acts can come to (`writes.ts`).
export type Elsewhere = {
  why: string
  /** That show what is left where such an act is cut short; none where nothing can be. */
  tests: readonly string[]
  names: readonly string[]
}

/** Two shops are killed there at any moment, in thousands of worlds each night. */
export const inWorlds: Elsewhere = {
  why: 'its moments come only where several go wrong together, as they do in simulated worlds',
  tests: ['services/testing/simulation/simulation.test.ts'],
  names: [
    'attempt_due_soon',
    'claim_orphaned_purchase',
    'expect_to_finish',
    'expect_unless_marked',
    'extend_purchase',
    'follow_hold',
    'forget_manual_payment',
    'forget_purchases',
    'let_go_of_purchase',
    'messages_tried',
    'order_finished',
    'write_messages',
  ],
}

export const elsewhere: readonly Elsewhere[] = [
  inWorlds,
  {
    why: 'it only reads: its text is put together elsewhere',
    tests: [],
    names: [
      'holds_of_lines',
      'holds_of_others',
      'load_raffle',
      'load_raffle_partly',
      'order_requests',
    ],
  },
  {
    why: 'pieces of counted goods, of which the scenarios sell none',
    tests: ['services/commands/restock.db.test.ts', 'services/commands/stock.db.test.ts'],
    names: ['change_stock'],
  },
  {
    why: 'the proof of money that staff take or give back, beside its fact',
    tests: [
      'services/commands/answer-request.db.test.ts',
      'services/commands/complete-refund.db.test.ts',
      'services/commands/credit-choice.db.test.ts',
      'services/commands/manual-payment.db.test.ts',
    ],
    names: [
      'claim_refund_reference',
      'forget_refund_references',
      'forget_refused_payment',
      'forget_refused_refund_payments',
      'hand_sales_reopen',
      'order_choice_reopen',
      'order_choice_withdraw',
      'order_request_answer',
      'prove_manual_payment',
      'write_refund_payment',
    ],
  },
  {
    why: 'what staff do and its note: one transaction, whose fact follows, or behind the fact',
    tests: ['services/commands/acts-noted.db.test.ts'],
    names: [
      'audit_forget',
      'audit_insert',
      'cash_up',
      'cash_up_again',
      'set_exchange_rate',
      'set_tax_rate',
    ],
  },
  {
    why: 'all of it in one statement or transaction; who was not answered says it again',
    tests: [],
    names: [
      'buying_limit_cap',
      'buying_limit_lock',
      'buying_limit_pause',
      'buying_limits_carry',
      'order_request_insert',
      'order_request_withdraw',
      'update projections set status = ',
    ],
  },
  {
    why: 'a mark beside an order that is not there yet: whoever takes the order up sets it again',
    tests: [],
    names: ['staff_purchase'],
  },
]
