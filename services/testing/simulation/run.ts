// From a seed to a verdict: the steps, the way back to rest, the promises.
import { ask, newBuyers } from './buyers.ts'
import type { Buyer } from './buyers.ts'
import { openChance } from './chance.ts'
import { carryOut } from './deeds.ts'
import { brokenPromises } from './promises.ts'
import { modelsBroken } from './promises-work.ts'
import { leave } from './sealed.ts'
import { BUYERS, describeStep, drawSteps, sweeps, withCancellation } from './steps.ts'
import type { Step } from './steps.ts'
import { openWorld, templateTables } from './world.ts'
import type { World, WorldNeeds } from './world.ts'

export type Outcome = {
  seed: number
  steps: readonly Step[]
  /** Empty: every promise was kept. */
  broken: readonly string[]
  /** What happened, line by line; empty unless it was asked for. */
  history: readonly string[]
  happenings: number
  /** What the world led to: facts, refusals. */
  reached: readonly string[]
}

export type RunNeeds = {
  seed: number
  /** Other steps than the seed's own: a smaller history. */
  steps?: readonly Step[]
  /** The same steps under other delays; 0 is the seed's own luck. */
  luck?: number
  isTold?: boolean
  /** Read models are compared with a rebuild. */
  isRebuilt?: boolean
  /** Of each statement outside of transactions. */
  heard?: WorldNeeds['heard']
}

const STEPS_MIN = 4
const STEPS_MAX = 22
/** Far from every other seed. */
const CANCELLATIONS = 1_000_000_007

export const stepsOf = (seed: number): Step[] => {
  const chance = openChance(seed)
  const steps = drawSteps(chance, STEPS_MIN + chance.below(STEPS_MAX - STEPS_MIN + 1))
  return withCancellation(openChance(seed + CANCELLATIONS), steps)
}

/** Inside of `sealed`. */
export async function runWorld(needs: RunNeeds): Promise<Outcome> {
  const { seed, steps = stepsOf(seed), luck = 0, isTold = false, isRebuilt = true, heard } = needs
  const from = await templateTables()
  const world = openWorld({
    seed: ~seed ^ luck,
    isTold,
    from,
    ...(heard !== undefined && { heard }),
  })
  const buyers = newBuyers(BUYERS)
  try {
    await live(world, buyers, steps)
    await comeToRest(world, buyers)
    const broken = brokenPromises(world, buyers)
    if (isRebuilt) broken.push(...(await modelsBroken(world)))
    return outcomeOf(world, buyers, { seed, steps, broken })
  } catch (error) {
    // A world that cannot even be looked at has broken the first promise of all.
    const broken = [...world.broken, String(error)]
    return outcomeOf(world, buyers, { seed, steps, broken })
  } finally {
    leave()
  }
}

async function live(world: World, buyers: readonly Buyer[], steps: readonly Step[]) {
  for (const { afterMs, ...deed } of steps) {
    await world.timeline.runTo(world.timeline.now() + afterMs)
    world.tell(() => describeStep({ afterMs, ...deed }))
    carryOut(world, buyers, deed)
  }
}

/** Long enough for what is on its way. */
const ON_ITS_WAY_MS = 30_000
/**
 * A claim of a key; a minute's grace and a reservation; the hourly question to the providers; the
 * minutes for which room is kept for late money; the seconds after which an order is looked at
 * again that may not be finished.
 */
const restsMs = [12_000, 2_165_000, 3_700_000, 400_000, 21_000] as const

/** Nothing goes wrong any more; buyers ask until they are told, and all work is done. */
async function comeToRest(world: World, buyers: readonly Buyer[]): Promise<void> {
  world.tell(() => 'nothing goes wrong any more')
  world.network.heal()
  for (const shop of world.shops) shop.clock.skewMs = 0
  await world.timeline.runQuiet(ON_ITS_WAY_MS)
  for (const restMs of restsMs) {
    for (const { wishes } of buyers)
      for (const wish of wishes) if (wish.state === 'open') ask(world, wish, 0)
    await world.timeline.runQuiet(ON_ITS_WAY_MS)
    await world.timeline.runTo(world.timeline.now() + restMs)
    await lookAfter(world)
  }
  for (const { wishes } of buyers)
    for (const wish of wishes)
      if (wish.state === 'open') world.broken.push(`buyer ${wish.buyer} never got an answer`)
}

/** One shop does what is left; the other one rests. */
async function lookAfter(world: World): Promise<void> {
  const [shop] = world.shops
  for (const sweep of sweeps) {
    world.start(`sweep ${sweep}`, shop!.sweeps.get(sweep)!)
    await world.timeline.runQuiet(ON_ITS_WAY_MS)
  }
  world.start('projector', () => shop!.catchUp())
  world.start('reactors', () => shop!.react())
  await world.timeline.runQuiet(ON_ITS_WAY_MS)
}

function outcomeOf(
  world: World,
  buyers: readonly Buyer[],
  { seed, steps, broken }: Pick<Outcome, 'seed' | 'steps' | 'broken'>,
): Outcome {
  const types = [...world.server.tables.events.values()].flat().map(({ type }) => type)
  const refusals = buyers.flatMap(({ wishes }) => wishes.flatMap(({ refusal }) => refusal ?? []))
  const reached = [...new Set([...types, ...refusals])].toSorted()
  const happenings = world.timeline.happened()
  return { seed, steps, broken, history: world.history, happenings, reached }
}
