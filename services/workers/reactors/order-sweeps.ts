// What looks after orders when nobody rings. Each act takes one page, again and again until a page
// is short, so a backlog is worked off without a second one starting beside it. A service that is
// to end waits for the page, not for the backlog.
import { recordNoted } from '../../commands/acts-noted.ts'
import { repairAllotments } from '../../commands/allotments.ts'
import { finishAnswers } from '../../commands/answered-requests.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { dropDueGoods } from '../../commands/drop-goods.ts'
import { dropExpiredHolds, expireOrders, releaseOrphans } from '../../commands/expire-holds.ts'
import { closeDueRaffles } from '../../commands/close-raffles.ts'
import { finishUnfinished } from '../../commands/finish-orders.ts'
import { forgetOld } from '../../commands/forget-old.ts'
import type { PaymentWatch } from '../../commands/payment-watch.ts'
import { openSkuRepair } from '../../commands/repair-skus.ts'
import { repairStock } from '../../commands/repair-stock.ts'
import { sendEmails } from '../../commands/send-email.ts'
import { sendWaiting } from '../../commands/send-message.ts'
import type { Sweeps } from '../sweep.ts'

const SECOND = 1_000
/** Then the sweep comes back at its next turn: others want the database too. */
const PAGES_MAX = 50
/** Some 50 e-mails a second: mail servers count, and in a rush buyers come first. */
const EMAIL_PAGES_MAX = 5

export type OrderSweepNeeds = {
  desk: OrderDesk
  watch: Pick<PaymentWatch, 'checkDue'>
  isStopping?: () => boolean
}

export function orderSweeps(
  { sweep }: Pick<Sweeps, 'sweep'>,
  { desk, watch, isStopping = () => false }: OrderSweepNeeds,
): void {
  async function pages(act: () => Promise<number>, pagesMax = PAGES_MAX): Promise<void> {
    for (let page = 0; page < pagesMax; page++) if ((await act()) === 0 || isStopping()) return
  }

  // Payments that are due by the schedule, and rings that were lost.
  sweep('payments', SECOND, () => pages(watch.checkDue))
  // Paid, but the process died before the tickets: within 60 s.
  sweep('unfinished orders', 5 * SECOND, () => pages(() => finishUnfinished(desk)))
  sweep('unpaid orders', 5 * SECOND, () => pages(() => expireOrders(desk)))
  sweep('orphaned purchases', 15 * SECOND, () => pages(() => releaseOrphans(desk)))
  sweep('expired holds', 2 * SECOND, () => pages(() => dropExpiredHolds(desk)))
  sweep('goods of orders that are over', 5 * SECOND, () => pages(() => dropDueGoods(desk)))
  sweep('raffles to close', 2 * SECOND, () => closeDueRaffles(desk))
  sweep('messages', 5 * SECOND, () => pages(() => sendWaiting(desk)))
  sweep('answers to requests', 30 * SECOND, () => pages(() => finishAnswers(desk), 1))
  sweep('acts without their facts', 30 * SECOND, () => pages(() => recordNoted(desk)))
  sweep('e-mails', 2 * SECOND, () => pages(() => sendEmails(desk), EMAIL_PAGES_MAX))
  sweep('stock', 3_600 * SECOND, async () => {
    const repaired = await repairStock(desk)
    if (repaired > 0) desk.log.warn({ repaired }, 'stock put right from the facts')
  })
  const repairSkus = openSkuRepair(desk)
  sweep('SKUs', 3_600 * SECOND, async () => {
    const freed = await repairSkus()
    if (freed > 0) desk.log.warn({ freed }, 'SKUs of variants that are not there are free again')
  })
  sweep('allotments', 3_600 * SECOND, async () => {
    const changed = await repairAllotments(desk)
    if (changed > 0) desk.log.info({ changed }, 'allotments brought to what the products say')
  })
  sweep('old rows', 3_600 * SECOND, () => forgetOld(desk.database))
}
