// Which tests of the gate ought to find which planted bug. They do not know of it.
import type { PlantedBug } from '#events/kernel/planted.ts'

const payment = 'events/order/payment.test.ts'
const projector = 'services/workers/projector.db.test.ts'
const raffleWriter = 'services/event-store/raffle-writer.db.test.ts'
const settlePayment = 'services/commands/settle-payment.db.test.ts'

export const catchers: Readonly<Record<PlantedBug, string>> = {
  amount_mismatch_ignored: payment,
  callback_is_believed: settlePayment,
  callback_signature_ignored: settlePayment,
  capacity_off_by_one: 'events/raffle/capacity.test.ts',
  checkpoint_before_rows: projector,
  checkpoint_of_whole_log: projector,
  clock_in_fold: 'projections/sales/projection.db.test.ts',
  command_id_ignored: 'services/event-store/append.db.test.ts',
  commit_error_is_failure: 'services/event-store/outage.db.test.ts',
  erasure_leaves_openings: 'services/commands/account-erasure.db.test.ts',
  expired_hold_kept: raffleWriter,
  export_skips_a_row: 'projections/ticket-register/projection.db.test.ts',
  fence_dropped: raffleWriter,
  float_money: 'events/order/line-total.test.ts',
  hash_omits_a_field: 'events/ledger/commitments.test.ts',
  hold_not_released: raffleWriter,
  late_money_needs_no_room: settlePayment,
  paid_twice_sells_twice: payment,
  projector_reads_replica: projector,
  purchase_retried_without_key: 'services/commands/place-order.db.test.ts',
  refund_posts_one_side: 'events/order/postings.test.ts',
}
