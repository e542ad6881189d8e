// What a page must know before it is rendered: the same public calls its components would make.
type Query = { key: readonly string[]; data: unknown }

export type PageData = { queries: Query[]; isMissing: boolean }

const RAFFLE_PAGE = /^\/raffle\/([^/]+)\/?$/
const DRAW_PAGE = /^\/draws\/([^/]+)(\/(certificate|screen))?\/?$/
const RAFFLE_ID = /^[0-9a-f-]{36}$/

export async function pageQueries(
  path: string,
  api: (path: string) => Promise<unknown>,
): Promise<PageData> {
  const drawOf = DRAW_PAGE.exec(path)?.[1]
  const id = drawOf ?? RAFFLE_PAGE.exec(path)?.[1]
  // `..` and the like would be another call of ours.
  if (id !== undefined && !RAFFLE_ID.test(id)) return { queries: [], isMissing: true }
  if (drawOf !== undefined) return readAll(api, [['/api/draws', drawOf]])
  if (id !== undefined)
    return readAll(api, [
      ['/api/raffles', id],
      ['/api/raffles', id, 'products'],
    ])
  if (path === '/' || path === '/raffles') return readAll(api, [['/api/raffles']])
  return { queries: [], isMissing: false }
}

/** What cannot be read now is left to the browser, which shows its own failure and retry. */
async function readAll(
  api: (path: string) => Promise<unknown>,
  keys: string[][],
): Promise<PageData> {
  const answers = await Promise.allSettled(keys.map((key) => api(key.join('/'))))
  return {
    queries: answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? [{ key: keys[index] ?? [], data: answer.value }] : [],
    ),
    isMissing: answers.some(
      (answer) => answer.status === 'rejected' && isRefusal(answer.reason, [400, 404]),
    ),
  }
}

function isRefusal(reason: unknown, statuses: number[]): boolean {
  return (
    typeof reason === 'object' &&
    reason !== null &&
    'status' in reason &&
    statuses.includes(Number(reason.status))
  )
}
