// Every projection there is. Their order is the order in which a page is written to their tables.
import { auditTrail } from './audit-trail/projection.ts'
import { customerOrders } from './customer-orders/projection.ts'
import { customers } from './customers/projection.ts'
import { insight } from './insight/projection.ts'
import { orderStatus } from './order-status/projection.ts'
import { orderWork } from './order-work/projection.ts'
import { productShelf } from './product-shelf/projection.ts'
import type { Projection } from './projection.ts'
import { raffleBoard } from './raffle-board/projection.ts'
import { raffleEntries } from './raffle-entries/projection.ts'
import { sales } from './sales/projection.ts'
import { ticketRegister } from './ticket-register/projection.ts'

export const allProjections: readonly Projection[] = [
  raffleBoard,
  productShelf,
  orderStatus,
  customerOrders,
  raffleEntries,
  ticketRegister,
  sales,
  customers,
  auditTrail,
  insight,
  orderWork,
]
