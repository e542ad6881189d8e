// What is sold in a shop that is furnished for its screens: raffles of the demo, in other sizes.
import { drawArtwork } from '../../demo/artwork.ts'
import { demoGoods, demoRaffles } from '../../demo/shop.ts'
import type { RaffleForSale, RunningShop } from '../running-service.ts'

const DAY_MS = 86_400_000

export type Sold = { raffleId: string; productId: string }

/** A raffle of the demo with its product or, where it has none, any; without variants. */
export async function sellDemo(
  shop: RunningShop,
  name: string,
  change: Partial<RaffleForSale> = {},
): Promise<Sold> {
  const { value, totalTickets, product } = demoOf(name)
  return shop.sell({
    name,
    value,
    totalTickets,
    productName: product.name,
    price: product.price,
    tickets: product.tickets,
    ...(await picturesOf(shop, name)),
    ...change,
  })
}

/** Of the demo's raffle with this name, and of its product. */
export async function picturesOf(
  { pictureSize }: Pick<RunningShop, 'pictureSize'>,
  name: string,
): Promise<Pick<RaffleForSale, Pictures>> {
  const { artwork, product } = demoOf(name)
  const image = await drawArtwork(artwork, pictureSize)
  return { image, productImage: await drawArtwork(product.artwork, pictureSize) }
}

type Pictures = 'image' | 'productImage'

function demoOf(name: string) {
  const raffle = demoRaffles.find((known) => known.name === name)
  const product = raffle?.products[0] ?? demoGoods[0]
  if (raffle === undefined || product === undefined) throw new Error(`there is no raffle ${name}`)
  return { ...raffle, product }
}

/** yyyy-MM-dd, so many days from today. */
export const day = (offset: number): string =>
  new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)

export function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Refusals are no part of it: each call does what it says. */
export async function done<Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}
