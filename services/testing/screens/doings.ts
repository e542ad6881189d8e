// What others do while a screen is being looked at: staff, the calendar, very many buyers.
import { watchIo } from '../../io/io.ts'
import type { ApiClient } from '../api-client.ts'
import type { RunningShop } from '../running-service.ts'
import type { ShopDoes } from '../screens.ts'
import { until } from '../until.ts'
import { place } from './buyers.ts'
import { done, formOf } from './goods.ts'

/** Purchases under way, from which on newcomers wait: `screenShopEnv`. */
const BUYERS = 3

type Known = {
  /** What the rush is about. */
  productId: string
  /** What staff give another price. */
  pricedId?: string
  newcomer?: ApiClient
}

export function openDoings(shop: RunningShop, known: Known): Omit<ShopDoes, 'codeTo'> {
  const rush = openRush(shop, known.productId)
  let hasFactor = false
  let price = 25
  return {
    async forgetCodes() {
      await shop.test.owner.query(
        `update sign_in_codes set created_at = created_at - interval '2 days'`,
      )
    },
    async reprice() {
      if (known.pricedId === undefined) throw new Error('nothing here has a price of its own')
      price = price === 25 ? 27 : 25
      const form = formOf({ price: price.toFixed(2) })
      await done((await shop.owner()).put(`/api/admin/products/${known.pricedId}`, form))
    },
    rush: rush.begin,
    async proveNewcomer() {
      const { id } = (await known.newcomer!.get('/api/auth/me')).body.user
      const proven = 'update sessions set proven_at = clock_now() where person_id = $1'
      await shop.test.owner.query(proven, [id])
    },
    lendFactor() {
      hasFactor = true
    },
    async calm() {
      await rush.end()
      if (hasFactor) await done(known.newcomer!.delete('/api/account/security/totp'))
      hasFactor = false
    },
  }
}

/** Buyers who stand at the till for as long as it is wanted, and give up then: nothing is sold. */
function openRush(shop: RunningShop, productId: string) {
  let giveUp: (() => void) | null = null

  const visit = async () =>
    (await fetch(`${shop.origin}/raffles`, { headers: { accept: 'text/html' } })).status

  return {
    async begin() {
      const over = new Promise<never>((_resolve, reject) => {
        giveUp = () => reject(new Error('the rush is over'))
      })
      over.catch(() => {}) // where nobody has come as far as the till
      watchIo({
        before: (name) => (name === 'sql open_purchases' ? over : undefined),
        after: () => {},
      })
      for (let buyer = 0; buyer < BUYERS; buyer += 1)
        void place(shop.client(), { productId, quantity: 1 }).catch(() => {})
      await until('newcomers wait', async () => (await visit()) === 503)
    },
    async end() {
      if (giveUp === null) return
      watchIo(undefined)
      giveUp()
      giveUp = null
      await until('newcomers are let in', async () => (await visit()) === 200)
    },
  }
}
