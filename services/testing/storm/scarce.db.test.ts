// A raffle is sold out when what was issued and what is reserved are all of its tickets.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openPurchaseRig } from '../purchase-rig.ts'
import type { PurchaseRig } from '../purchase-rig.ts'
import { goneOf, isSoldOut, nextToSellOut, SCARCE_TICKETS } from './scarce.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

it('goes on to the next raffle when one is sold out, and stays with the last', async () => {
  const first = await rig.sellRaffle({ ticketsMax: SCARCE_TICKETS })
  const second = await rig.sellRaffle({ ticketsMax: SCARCE_TICKETS })
  const { owner } = rig.test
  const next = (raffles = [first, second]) => nextToSellOut(owner, raffles)
  const items = [{ productId: first.productIds[0]!, quantity: 2 }]
  const buy = () => rig.buy({ items })

  for (let bought = 2; bought < SCARCE_TICKETS; bought += 2) await buy()
  const nearly = { raffleId: first.raffleId, issued: 0, held: SCARCE_TICKETS - 2 }
  expect(await goneOf(owner, first)).toEqual(nearly)
  expect(await next()).toBe(first)

  await buy()
  expect(isSoldOut(await goneOf(owner, first))).toBe(true)
  expect(await next()).toBe(second)
  expect(await next([first])).toBe(first)
})
