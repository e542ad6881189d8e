// What a page must know before it is rendered: what its components would ask for.
type Query = { key: readonly string[]; data: unknown }

export type PageData = { queries: Query[]; isMissing: boolean }

/** What any browser may read, read without a call: it stands under no ceiling of an address. */
export type PageReads = {
  isRaffle: (id: string) => boolean
  raffles: () => unknown
  raffle: (id: string) => unknown
  productsOf: (id: string) => unknown
  draw: (id: string) => Promise<unknown>
}

const RAFFLE_PAGE = /^\/raffle\/([^/]+)$/
const DRAW_PAGE = /^\/draws\/([^/]+)(\/(certificate|screen))?$/

export async function pageQueries(path: string, reads: PageReads): Promise<PageData> {
  const drawOf = DRAW_PAGE.exec(path)?.[1]
  const id = drawOf ?? RAFFLE_PAGE.exec(path)?.[1]
  if (id !== undefined && !reads.isRaffle(id)) return { queries: [], isMissing: true }
  if (drawOf !== undefined)
    return readAll([{ key: ['/api/draws', drawOf], read: () => reads.draw(drawOf) }])
  if (id !== undefined)
    return readAll([
      { key: ['/api/raffles', id], read: () => reads.raffle(id) },
      { key: ['/api/raffles', id, 'products'], read: () => reads.productsOf(id) },
    ])
  if (path === '/' || path === '/raffles')
    return readAll([{ key: ['/api/raffles'], read: reads.raffles }])
  return { queries: [], isMissing: false }
}

/** `key`: of the component that would ask; joined by "/" it is the call that answers the same. */
type Read = { key: readonly string[]; read: () => unknown }

/** What cannot be read now is left to the browser, which shows its own failure and retry. */
async function readAll(reads: readonly Read[]): Promise<PageData> {
  const asked = reads.map(async ({ key, read }) => ({ key, data: await read() }))
  const answers = await Promise.allSettled(asked)
  const queries = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  return { queries, isMissing: false }
}
