// A page of the orders and how many there are. Counting them costs more than reading the page, so
// a count is kept until one of the orders changes.
import { countOrders, listOrders, ordersByIds } from '#projections/order-status/queries.ts'
import type { OrderFilter, OrderStatusRow } from '#projections/order-status/queries.ts'
import { findOrders } from '#projections/order-status/search.ts'
import type { OrderSearch } from '#projections/order-status/search.ts'
import { readModelMark } from '#projections/read-model-mark.ts'

import { ask, askOne } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { remembered } from './remembered.ts'
import { inSearchTurn } from './search-turns.ts'

type Wanted = OrderFilter & { search?: string | undefined; limit: number; offset: number }
/** `isCapped`: more fit than `total`, as far as a search goes. */
type Listed = { rows: OrderStatusRow[]; total: number; isCapped: boolean }

/** More than there are sets of conditions. */
const COUNTS_MAX = 50

export function openOrderList(database: Queryable): (wanted: Wanted) => Promise<Listed> {
  const counts = remembered<number>(COUNTS_MAX)

  async function countOf({ orderType, status }: OrderFilter): Promise<number> {
    const mark = (await askOne(database, readModelMark(['order-status']))) ?? ''
    return counts(`${orderType} ${status}`, mark, async () => {
      const count = () => askOne(database, countOrders({ orderType, status }))
      return (await inSearchTurn(count)) ?? 0
    })
  }

  return async ({ search = '', ...wanted }) => {
    if (search.trim() !== '') return find(database, { ...wanted, search })
    const page = () => inSearchTurn(() => ask(database, listOrders(wanted)))
    const [rows, total] = await Promise.all([page(), countOf(wanted)])
    return { rows, total, isCapped: false }
  }
}

async function find(database: Queryable, wanted: OrderSearch): Promise<Listed> {
  const found = await inSearchTurn(() => askOne(database, findOrders(wanted)))
  const { orderIds = [], total = 0, isCapped = false } = found ?? {}
  if (orderIds.length === 0) return { rows: [], total, isCapped }
  const known = await ask(database, ordersByIds(orderIds))
  const byId = new Map(known.map((row) => [row.orderId, row]))
  return { rows: orderIds.flatMap((orderId) => byId.get(orderId) ?? []), total, isCapped }
}
