// What has happened before today in the shop of staff: a sale that is over while tickets of it are
// still reserved. The shop was opened with its clock set back, and is brought to now.
import { takeOrder, until } from './admin-furnishing.ts'
import { sell } from './running-service.ts'
import type { RunningShop } from './running-service.ts'
import { day } from './screens/goods.ts'

const DAYS = 2

export const staffBeganAt = (): Date => new Date(Date.now() - DAYS * 86_400_000)

export async function endSale(shop: RunningShop): Promise<void> {
  const goods = { name: 'Olive Press', productName: 'Zaatar', totalTickets: 60 }
  const owner = await shop.owner()
  const days = { startsAt: day(-DAYS - 1), endsAt: day(-1) }
  const { raffleId, productId } = await sell(owner, { ...goods, ...days }, shop.pictureSize)
  await takeOrder(owner, { productId, customerName: 'Rima Tannous', collector: 'Rami' })
  const reserved = { quantity: 2, customerName: 'Dana Sleiman', customerPhone: '+96171555666' }
  await takeOrder(owner, { productId, ...reserved, status: 'pending' })
  await shop.test.owner.query('select forget_clock_offset()')
  await shop.service.core.clock.sync()
  const today = await shop.owner()
  await until('the sale is over', async () => {
    const { body } = await today.get(`/api/admin/draws/${raffleId}`)
    return body.steps.some(
      ({ name, state }: { name: string; state: string }) => name === 'close' && state === 'done',
    )
  })
}
