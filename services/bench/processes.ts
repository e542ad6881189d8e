// `POST /api/purchases` answered by one to four processes on one port and one database, all for the
// same raffle: how the rate grows until the processors are full. Generator, sandbox and PostgreSQL
// share the machine with them.
import { testDatabase } from '../testing/database.ts'
import type { BenchAddresses } from './append.ts'
import { openHttpLoad, purchaseCall } from './buyer.ts'
import { hold } from './contest.ts'
import type { Figure, Outcome, Pace } from './contest.ts'
import { startShop } from './running-shop.ts'

const PROCESSES = [1, 2, 3, 4] as const
const CALLERS = 128
const CONTEST = 'POST /api/purchases, by the processes that answer'

export async function benchProcesses(
  _addresses: BenchAddresses,
  pace: Pace,
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const figures: Figure[] = []
  for (const processes of PROCESSES) figures.push(await measure(processes, pace, progress))
  return [{ contest: CONTEST, callers: CALLERS, figures, ratios: growth(figures) }]
}

/**
 * Two answer more than one, also where the generator leaves them little of two cores. What more of
 * them answer depends on the machine: figures without a target.
 */
export function growth([alone, two]: readonly Figure[]): Outcome['ratios'] {
  if (alone === undefined || two === undefined) return []
  const exact = two.perSecond / Math.max(alone.perSecond, 1)
  const against = `${alone.contender}, by ${two.contender}`
  return [{ against, ratio: Number(exact.toFixed(2)), target: 1, isReached: exact > 1 }]
}

/** Each on a database of its own: none finds the tables the one before has filled. */
async function measure(
  processes: number,
  pace: Pace,
  progress: (step: string) => void,
): Promise<Figure> {
  const database = await testDatabase()
  const shop = await startShop({ databaseUrl: database.ownerUrl, processes })
  const load = openHttpLoad(CALLERS)
  const items = [{ productId: shop.productId, quantity: 1 }]
  let nth = 0
  const act = async () => {
    const { status, body } = await load.call(purchaseCall({ ...shop, items, nth: nth++ }))
    if (status !== 201) throw new Error(`${status} ${body.slice(0, 120)}`)
  }
  const contender = { name: `${processes} process${processes === 1 ? '' : 'es'}`, act }
  try {
    const contest = { name: CONTEST, callers: CALLERS, contenders: [contender], targets: [] }
    const { figures } = await hold(contest, pace, progress)
    return figures[0]!
  } finally {
    load.close()
    await shop.stop()
    await database.drop()
  }
}
