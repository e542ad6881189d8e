// The whole shop with its owner signed in and one product on sale, which grants tickets of a
// raffle.
import type { ApiClient } from './api-client.ts'
import { openRunningShop } from './running-service.ts'
import type { RunningOptions, RunningShop } from './running-service.ts'

export type ShopOnSale = { shop: RunningShop; owner: ApiClient; productId: string }

export async function openShopOnSale({
  totalTickets = 500,
  ...options
}: RunningOptions & { totalTickets?: number } = {}): Promise<ShopOnSale> {
  const shop = await openRunningShop(options)
  try {
    const owner = await shop.owner()
    const { productId } = await shop.sell({ name: 'A Trip to Egypt', totalTickets })
    return { shop, owner, productId }
  } catch (error) {
    await shop.stop()
    throw error
  }
}
