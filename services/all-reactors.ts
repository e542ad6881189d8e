// Everything that turns facts into acts, put together for `main.ts`.
import { erasedList } from './backup/erased-list.ts'
import type { Core } from './core.ts'
import type { Reactor } from './workers/reactor.ts'
import { cancelledOrders } from './workers/reactors/cancelled-orders.ts'
import { cancelledRaffles } from './workers/reactors/cancelled-raffles.ts'
import { erasures } from './workers/reactors/erasures.ts'
import { orderNotices } from './workers/reactors/order-notices.ts'
import { receipts } from './workers/reactors/receipts.ts'
import { refundLines } from './workers/reactors/refund-lines.ts'

export const allReactors = ({ config, database, desk }: Core): Reactor[] => [
  receipts(desk),
  cancelledOrders(desk),
  cancelledRaffles(desk),
  orderNotices(desk),
  erasures(database, erasedList(config.signerFolder)),
  refundLines(database),
]
