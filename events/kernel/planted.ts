// Bugs that a test run can plant, one at a time, to see whether the tests find it (`npm run
// test:planted`). Nothing but `services/testing/plant.ts`, loaded before everything else by that
// command, can plant one; it refuses in production. Everywhere else the answer is always no.

export type PlantedBug =
  | 'amount_mismatch_ignored'
  | 'callback_is_believed'
  | 'callback_signature_ignored'
  | 'capacity_off_by_one'
  | 'checkpoint_before_rows'
  | 'checkpoint_of_whole_log'
  | 'clock_in_fold'
  | 'command_id_ignored'
  | 'commit_error_is_failure'
  | 'erasure_leaves_openings'
  | 'expired_hold_kept'
  | 'export_skips_a_row'
  | 'fence_dropped'
  | 'float_money'
  | 'hash_omits_a_field'
  | 'hold_not_released'
  | 'late_money_needs_no_room'
  | 'paid_twice_sells_twice'
  | 'projector_reads_replica'
  | 'purchase_retried_without_key'
  | 'refund_posts_one_side'

type Planted = { bug: string; now: () => string }

const planted = Reflect.get(globalThis, Symbol.for('qura.planted')) as Planted | undefined

export const isPlanted = (bug: PlantedBug): boolean => planted?.bug === bug

/** The wall clock, for the bug that looks at it where only the facts' own time may count. */
export const plantedNow = (): string => planted?.now() ?? ''
