// What an order reserves: the pieces of counted goods and the tickets of its raffles, all or none,
// unless another request may count on what is held.
import type { Reservation } from './hold-tickets.ts'
import { holdTickets, releaseTickets } from './hold-tickets.ts'
import { holdGoods, releaseGoods } from './hold-goods.ts'
import type { OrderDesk } from './order-desk.ts'

type Desk = Pick<OrderDesk, 'store' | 'stock' | 'soldOut'>

/**
 * Goods first: a buyer who is refused here has touched no raffle. A line that is held already stays
 * held, to `expiresAt` at least.
 */
export async function reserveLines(desk: Desk, reservation: Reservation): Promise<void> {
  await holdGoods(desk.stock, reservation)
  try {
    await holdTickets(desk, reservation)
  } catch (error) {
    if (await reservation.mayGiveBack()) await releaseGoods(desk.stock, reservation.lines)
    throw error
  }
}

export async function releaseLines(desk: Desk, lines: Reservation['lines']): Promise<void> {
  await Promise.all([releaseTickets(desk.store, lines), releaseGoods(desk.stock, lines)])
}
