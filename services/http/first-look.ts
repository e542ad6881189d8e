// The picture that a page is opened for, ready to be written into it.
import type { FirstLook } from '../contract/pages.ts'
import type { Raffle } from '../contract/raffles.ts'
import { firstLookName } from '../first-look-name.ts'
import { ProviderOutage } from '../providers/breaker.ts'
import type { FileStore, StoredFile } from '../providers/files/port.ts'
import { raffleOf } from './page-facts.ts'

type Query = { key: readonly string[]; data: unknown }
type Page = { path: string; queries: readonly Query[] }

/** Null: the page has none, or it has not been made yet. */
export async function firstLookOf(page: Page, files: FileStore): Promise<FirstLook | null> {
  const image = firstPictureOf(page)
  const [, key] = /^\/images\/([a-f0-9]{32})-\d+\.webp$/.exec(image ?? '') ?? []
  if (image === null || key === undefined) return null
  const stored = await files.get(firstLookName(key)).catch(nothingWhenAway)
  if (stored === null) return null
  return { image, uri: `data:${stored.contentType};base64,${stored.bytes.toString('base64')}` }
}

/** A page without its picture is better than none. */
function nothingWhenAway(error: unknown): StoredFile | null {
  if (error instanceof ProviderOutage) return null
  throw error
}

function firstPictureOf(page: Page): string | null {
  if (page.path !== '/raffles') return raffleOf(page)?.image ?? null
  const list = page.queries.find(({ key }) => key.length === 1)
  const [first] = (list?.data as Raffle[] | undefined) ?? [] // made by our own API
  return first?.image ?? null
}
