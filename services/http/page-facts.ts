// The facts of a page for search engines, in the words of schema.org.
import type { Raffle } from '../contract/raffles.ts'
import type { ShopSettings } from '../contract/shop-settings.ts'

type Query = { key: readonly string[]; data: unknown }
type Page = {
  path: string
  publicOrigin: string
  settings: ShopSettings
  queries: readonly Query[]
}

/** The raffle a page is about; its data was made by our own API. */
export function raffleOf({ path, queries }: Pick<Page, 'path' | 'queries'>): Raffle | null {
  const found = queries.find(({ key }) => key.length === 2 && path === `/raffle/${key[1]}`)
  return (found?.data as Raffle | undefined) ?? null
}

export const shareImageOf = (raffle: Raffle | null): string =>
  `/images/share/${raffle === null ? 'shop' : raffle.id}.jpg`

export function pageFacts(page: Page): object[] {
  const raffle = raffleOf(page)
  if (raffle !== null) return [drawOf(raffle, page), ...productOf(raffle, page)]
  return page.path === '/' ? [organization(page)] : []
}

function organization({ publicOrigin, settings }: Page) {
  const { shopName, phone, address, instagram, facebook, tiktok } = settings
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: shopName,
    url: `${publicOrigin}/`,
    logo: `${publicOrigin}/icon-512.png`,
    telephone: phone,
    address,
    sameAs: [instagram, facebook, tiktok].filter((link) => link !== null),
  }
}

function drawOf(raffle: Raffle, { publicOrigin, settings }: Page) {
  const url = `${publicOrigin}/raffle/${raffle.id}`
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: raffle.name,
    description: raffle.description || raffle.prizeInfo,
    image: publicOrigin + shareImageOf(raffle),
    startDate: raffle.startsAt,
    endDate: raffle.endsAt,
    eventStatus: `https://schema.org/${
      raffle.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'
    }`,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
    organizer: { '@type': 'Organization', name: settings.shopName, url: `${publicOrigin}/` },
  }
}

function productOf(raffle: Raffle, { publicOrigin }: Page): object[] {
  const { product } = raffle
  if (product === null) return []
  const isOpen = raffle.status === 'active' && product.active === 1 && raffle.ticketsLeft > 0
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      description: product.description,
      ...(product.image !== null && { image: publicOrigin + product.image }),
      offers: {
        '@type': 'Offer',
        url: `${publicOrigin}/raffle/${raffle.id}`,
        price: product.price,
        priceCurrency: 'USD',
        availability: `https://schema.org/${isOpen ? 'InStock' : 'OutOfStock'}`,
      },
    },
  ]
}
