// Staff who buy (docs/raffle-rules.md, rule 2): whoever has a part in the draw is refused tickets
// of every raffle whose published terms do not let them in; what the others buy is told to those
// who look.
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderId } from '#events/kernel/ids.ts'
import type { OrderLine } from '#events/order/events.ts'
import { drawRoles } from '#events/staff/roles.ts'
import type { StaffRole } from '#events/staff/events.ts'

import type { BuyerNames } from '../staff-buyers.ts'
import type { OrderDesk } from './order-desk.ts'

type Entrant = { lines: readonly OrderLine[]; buyer: BuyerNames }

const hasPart = (role: StaffRole) => (drawRoles as readonly StaffRole[]).includes(role)

/** Asks nothing but memory: it stands on the path of every purchase. */
export function requireMayEnter(
  desk: Pick<OrderDesk, 'staffBuyers' | 'catalogue'>,
  { lines, buyer }: Entrant,
): void {
  if (!desk.staffBuyers.among(buyer).some(({ role }) => hasPart(role))) return
  const shut = lines.find(
    ({ raffleId }) => raffleId !== null && desk.catalogue.raffle(raffleId)?.staffMayEnter !== true,
  )
  if (shut === undefined) return
  throw new Rejection(
    'staff_excluded',
    `The owner and staff with a part in the draw cannot enter ${shut.raffleName}`,
    { raffleId: shut.raffleId, raffleName: shut.raffleName, productId: shut.productId },
  )
}

/** Before the order is recorded: a purchase of staff without its mark must not exist. */
export async function markStaffPurchase(
  desk: Pick<OrderDesk, 'staffBuyers' | 'database'>,
  { orderId, lines, buyer }: Entrant & { orderId: OrderId },
): Promise<void> {
  const [member] = desk.staffBuyers.among(buyer)
  if (member === undefined || lines.every(({ raffleId }) => raffleId === null)) return
  await desk.database.query({
    name: 'staff_purchase',
    text: `insert into staff_purchases (order_id, person_id, created_at)
           values ($1, $2, clock_now())
               on conflict (order_id) do nothing`,
    values: [orderId, member.personId],
  })
}
