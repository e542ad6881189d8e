// From a ticket number to everything that stands behind it: the order, what was paid and how that
// is known, and the leaf in the raffle's public log. The leaf's hash and its place in the tree are
// computed here anew from the stored text and the stored leaves: what is told is not believed.
import type { RaffleId } from '#events/kernel/ids.ts'
import { decimalOf } from '#events/kernel/money.ts'
import { checkInclusion, leafHash, parseFrontier, rootOf } from '#events/ledger/merkle.ts'
import { isByHand } from '#events/order/correct-method.ts'
import { orderById } from '#projections/order-status/queries.ts'
import type { OrderStatusRow } from '#projections/order-status/queries.ts'
import { registerByNumber } from '#projections/ticket-register/queries.ts'
import type { RegisterRow } from '#projections/ticket-register/queries.ts'

import type { TicketWalk } from '../contract/admin-audit.ts'
import { askOne } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { sha256 } from '../ledger/keys.ts'
import { openProofs } from '../ledger/leaf-proofs.ts'
import type { Proofs } from '../ledger/leaf-proofs.ts'
import { isPaidByHand } from './manual-payment.ts'

export type RaffleTree = { raffleId: RaffleId; size: number; root: Uint8Array; proofs: Proofs }

/** The tree as it stands, or as it stood at `size`. All walks of a paper share one. */
export async function readTree(
  database: Queryable,
  raffleId: RaffleId,
  atSize?: number,
): Promise<RaffleTree | null> {
  const logId = `raffle/${raffleId}`
  const { rows } = await database.query<{ head: number; tree_frontier: Buffer }>({
    name: 'walk_log',
    text: 'select head, tree_frontier from logs where log_id = $1',
    values: [logId],
  })
  const [log] = rows
  if (log === undefined || log.head === 0) return null
  const size = Math.min(atSize ?? log.head, log.head)
  const proofs = await openProofs(database, { logId, size })
  // At the head the writer's own frontier says the root; it was kept apart from the leaves.
  const root =
    size === log.head ? rootOf(parseFrontier(size, log.tree_frontier), sha256) : proofs.root
  return { raffleId, size, root, proofs }
}

/** Who may see people is told who collected money by hand; a regulator is not. */
export type WalkViewer = { maySeePeople: boolean }

/** Null: no such ticket. */
export async function walkTicket(
  database: Queryable,
  tree: RaffleTree,
  { number, maySeePeople }: WalkViewer & { number: number },
): Promise<TicketWalk | null> {
  const row = await askOne(database, registerByNumber(tree.raffleId, number))
  if (row === undefined) return null
  const order = row.orderId === null ? undefined : await askOne(database, orderById(row.orderId))
  return {
    raffleId: tree.raffleId,
    raffleName: await raffleName(database, tree.raffleId),
    number: ticket(number),
    isVoid: row.voided.some(([first, last]) => number >= first && number <= last),
    issuedAt: row.issuedAt.toISOString(),
    channel: row.channel,
    first: ticket(row.first),
    last: ticket(row.last),
    order: order === undefined ? null : orderOf(order),
    payment: await paymentOf(database, order, { maySeePeople }),
    leaf: await leafOf(database, tree, { row, number }),
  }
}

const ticket = (number: number) => String(number).padStart(6, '0')

async function raffleName(database: Queryable, raffleId: RaffleId): Promise<string | null> {
  const { rows } = await database.query<{ name: string | null }>({
    name: 'walk_raffle_name',
    text: `select words ->> 'name' as name from raffle_board_page where raffle_id = $1`,
    values: [raffleId],
  })
  return rows[0]?.name ?? null
}

const orderOf = (order: OrderStatusRow) => ({
  orderId: order.orderId,
  reference: order.reference,
  orderType: order.orderType,
  status: order.status,
  total: decimalOf(order.totalCents),
  placedAt: order.placedAt,
  paidAt: order.paidAt,
})

async function paymentOf(
  database: Queryable,
  order: OrderStatusRow | undefined,
  { maySeePeople }: WalkViewer,
): Promise<TicketWalk['payment']> {
  if (order === undefined) return { payments: [], attempts: [], manual: null, isProven: false }
  const [callbacks, manual] = await Promise.all([
    countCallbacks(
      database,
      order.attempts.map(({ ref }) => ref),
    ),
    isPaidByHand(order) ? readManual(database, order.orderId) : null,
  ])
  return {
    payments: order.payments.map(({ method, amountCents, paidAt, isSale }) => ({
      method,
      amount: decimalOf(amountCents),
      paidAt,
      isSale,
    })),
    attempts: order.attempts.map(({ ref, method, amountCents, state, providerStatus }) => ({
      ref,
      method,
      amount: decimalOf(amountCents),
      status: providerStatus ?? state,
      callbacks: callbacks.get(ref) ?? 0,
    })),
    manual: manual === null || maySeePeople ? manual : { ...manual, collector: null },
    isProven: isProven(order, manual),
  }
}

type Manual = NonNullable<TicketWalk['payment']['manual']>

/** As the desk asks for a proof: of what costs nothing it asks for none. */
function isProven({ payments }: OrderStatusRow, manual: Manual | null): boolean {
  const sale = payments.find(({ isSale }) => isSale)
  if (sale === undefined) return false
  if (!isByHand(sale) || sale.amountCents === 0) return true
  if (manual === null) return false
  const { method, reference, collector } = manual
  return reference !== null || (method === 'cash' && collector !== null)
}

async function countCallbacks(
  database: Queryable,
  refs: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (refs.length === 0) return new Map()
  const { rows } = await database.query<{ ref: string; n: number }>({
    name: 'walk_callbacks',
    text: `select attempt_ref as ref, sum(copies)::bigint as n
             from provider_callbacks where attempt_ref = any($1::text[]) group by attempt_ref`,
    values: [refs],
  })
  return new Map(rows.map(({ ref, n }) => [ref, n]))
}

async function readManual(database: Queryable, orderId: string): Promise<Manual | null> {
  const { rows } = await database.query<Manual>({
    name: 'walk_manual',
    text: 'select method, reference, collector from manual_payments where order_id = $1',
    values: [orderId],
  })
  return rows[0] ?? null
}

async function leafOf(
  database: Queryable,
  { raffleId, size, root, proofs }: RaffleTree,
  { row, number }: { row: RegisterRow; number: number },
): Promise<TicketWalk['leaf']> {
  const { rows } = await database.query<{ payload: string; leaf: Buffer }>({
    name: 'walk_leaf',
    text: 'select payload, leaf from events where log_id = $1 and position = $2',
    values: [`raffle/${raffleId}`, row.position],
  })
  const [stored] = rows
  if (stored === undefined) throw new Error(`there is no leaf at ${raffleId} ${row.position}`)
  const computed = leafHash(Buffer.from(stored.payload), sha256)
  const isInTree = row.position <= size
  const proof = isInTree ? proofs.proofOf(row.position - 1) : []
  const claim = { index: row.position - 1, size, leaf: computed, proof, root }
  return {
    position: row.position,
    hash: Buffer.from(computed).toString('hex'),
    isHashRight: stored.leaf.equals(computed),
    treeSize: size,
    root: Buffer.from(root).toString('hex'),
    proof: proof.map((hash) => Buffer.from(hash).toString('hex')),
    isIncluded: isInTree && checkInclusion(claim, sha256),
    isNumberInLeaf: names(stored.payload, number),
  }
}

/** The entry's own words, not the read model's. */
function names(payload: string, number: number): boolean {
  const { data } = JSON.parse(payload) as { data?: { first?: unknown; last?: unknown } }
  const { first, last } = data ?? {}
  return typeof first === 'number' && typeof last === 'number' && first <= number && number <= last
}
