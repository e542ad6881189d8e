// What may happen in a simulated world, step by step. A history is a list of these: it can be
// printed, repeated to the byte and made smaller.
import type { Chance } from './chance.ts'
import type { Fault, Where } from './network.ts'
import { products, raffles, shopNames } from './on-sale.ts'

export type Step = { afterMs: number } & Deed

export type Deed =
  | { do: 'buy'; buyer: number; items: Item[]; method: Method; isKeyed: boolean; shop: number }
  /** The same request once more, whatever became of the first. */
  | { do: 'send again'; buyer: number; shop: number }
  | { do: 'pay'; buyer: number; outcome: Outcome; callbacks: number; isOldest: boolean }
  | { do: 'forge callback'; buyer: number; shop: number }
  | { do: 'look'; buyer: number; shop: number }
  | { do: 'pay again'; buyer: number; method: Method; shop: number }
  | { do: 'cancel'; buyer: number; reason: 'customer' | 'staff'; shop: number }
  | { do: 'hand over'; buyer: number; shop: number }
  | { do: 'pay back'; buyer: number; shop: number }
  /** By staff, while people buy, pay and are given their numbers. */
  | { do: 'cancel raffle'; raffle: number; shop: number }
  | { do: 'sweep'; sweep: Sweep; shop: number }
  | { do: 'project'; shop: number }
  | { do: 'react'; shop: number }
  /** kill -9, and a new process at once. */
  | { do: 'crash'; shop: number }
  /** The database's machine goes dark and comes back: what the disk had is there. */
  | { do: 'power cut' }
  | { do: 'fault'; where: Where; fault: Fault; skip: number }
  | { do: 'clock jump'; shop: number; skewMs: number }

type Item = { product: number; quantity: number }
type Method = 'whishpay' | 'montypay'
export type Outcome = 'approve' | 'decline' | 'wrong amount'

export const sweeps = [
  'payments',
  'unfinished orders',
  'unpaid orders',
  'orphaned purchases',
  'expired holds',
  'goods of orders that are over',
  'raffles to close',
  'messages',
] as const
export type Sweep = (typeof sweeps)[number]

export const BUYERS = 4

/** Most steps follow in a moment; some wait a reservation, a raffle or a payment schedule out. */
const pausesMs = [0, 0, 0, 1, 1, 2, 3, 5, 20, 400, 5_000, 11_000, 65_000, 1_805_000, 3_700_000]
/** One world in six is a rush: whatever can meet in one millisecond meets there. */
const rushMs = [0, 0, 0, 0, 0, 0, 1]

export function drawSteps(chance: Chance, count: number): Step[] {
  const isRush = chance.isOneIn(6)
  const pauses = isRush ? rushMs : pausesMs
  const steps: Step[] = []
  while (steps.length < count) {
    const deed = isRush && chance.isOneIn(2) ? drawHaste(chance) : drawDeed(chance)
    steps.push({ afterMs: chance.among(pauses), ...deed })
    // Many who buy also pay: otherwise most worlds would end with nothing sold.
    if (deed.do === 'buy' && chance.isOneIn(2))
      steps.push({ afterMs: chance.among(untilPaidMs), ...drawPayment(chance, deed.buyer) })
  }
  return steps
}

/**
 * In one world of eight somebody cancels a raffle, somewhere on the way. Drawn by a chance of its
 * own: the other steps are what they are without it.
 */
export function withCancellation(chance: Chance, steps: readonly Step[]): Step[] {
  if (!chance.isOneIn(8)) return [...steps]
  const cancellation: Step = {
    afterMs: chance.among(pausesMs),
    do: 'cancel raffle',
    raffle: chance.below(raffles.length),
    shop: chance.below(shopNames.length),
  }
  return steps.toSpliced(chance.below(steps.length + 1), 0, cancellation)
}

/**
 * A shop dies on its way from a buyer's rows to his order. A sweep comes by when nobody can be at
 * work on them any more, while what was reserved for him still is.
 */
export const orphaning = (diesAfterMs: number): Step[] => [
  {
    afterMs: 0,
    do: 'buy',
    buyer: 0,
    items: [{ product: 0, quantity: 1 }],
    method: 'whishpay',
    isKeyed: true,
    shop: 1,
  },
  { afterMs: diesAfterMs, do: 'crash', shop: 1 },
  { afterMs: 75_000, do: 'sweep', sweep: 'orphaned purchases', shop: 0 },
]

const untilPaidMs = [300, 600, 2_000, 40_000, 1_810_000]

function drawDeed(chance: Chance): Deed {
  const buyer = chance.below(BUYERS)
  const shop = chance.below(shopNames.length)
  const kind = chance.below(40)
  if (kind < 12) return drawPurchase(chance, { buyer, shop })
  if (kind < 17) return drawPayment(chance, buyer)
  if (kind < 27) return drawAct(chance, { buyer, shop })
  if (kind < 32) return drawWork(chance, shop)
  return drawTrouble(chance, shop)
}

/** One more who wants a ticket of the car in this very moment. */
const drawHaste = (chance: Chance): Deed => ({
  do: 'buy',
  buyer: chance.below(BUYERS),
  items: [{ product: 0, quantity: 1 }],
  method: drawMethod(chance),
  isKeyed: true,
  shop: chance.below(shopNames.length),
})

type Who = { buyer: number; shop: number }

function drawPurchase(chance: Chance, { buyer, shop }: Who): Deed {
  if (chance.isOneIn(5)) return { do: 'send again', buyer, shop }
  const lines = chance.isOneIn(3) ? 2 : 1
  const items = Array.from({ length: lines }, () => ({
    product: chance.below(products.length),
    quantity: 1 + chance.below(3),
  }))
  const isKeyed = !chance.isOneIn(4)
  return { do: 'buy', buyer, items, method: drawMethod(chance), isKeyed, shop }
}

const drawMethod = (chance: Chance): Method => (chance.isOneIn(2) ? 'whishpay' : 'montypay')

function drawPayment(chance: Chance, buyer: number): Deed {
  const outcome = chance.among([
    'approve',
    'approve',
    'approve',
    'decline',
    'wrong amount',
  ] as const)
  return {
    do: 'pay',
    buyer,
    outcome,
    callbacks: chance.below(4),
    isOldest: chance.isOneIn(3),
  }
}

function drawAct(chance: Chance, { buyer, shop }: Who): Deed {
  switch (chance.below(7)) {
    case 0:
      return { do: 'forge callback', buyer, shop }
    case 1:
    case 2:
      return { do: 'look', buyer, shop }
    case 3:
      return { do: 'pay again', buyer, method: drawMethod(chance), shop }
    case 4:
      return { do: 'cancel', buyer, reason: chance.among(['customer', 'staff'] as const), shop }
    case 5:
      return { do: 'hand over', buyer, shop }
    default:
      return { do: 'pay back', buyer, shop }
  }
}

function drawWork(chance: Chance, shop: number): Deed {
  if (chance.isOneIn(3)) return { do: 'project', shop }
  if (chance.isOneIn(4)) return { do: 'react', shop }
  return { do: 'sweep', sweep: chance.among(sweeps), shop }
}

function drawTrouble(chance: Chance, shop: number): Deed {
  switch (chance.below(8)) {
    case 0:
    case 1:
      return { do: 'crash', shop }
    case 2:
      return chance.isOneIn(2)
        ? { do: 'power cut' }
        : { do: 'clock jump', shop, skewMs: chance.among([-1_500, -300, 300, 1_500]) }
    default:
      return drawFault(chance)
  }
}

function drawFault(chance: Chance): Deed {
  const where = chance.among(['database', 'database', 'database', 'payments', 'messages'] as const)
  const faults: readonly Fault[] =
    where === 'database'
      ? ['question_lost', 'answer_lost', 'answer_lost', 'slow', 'undone']
      : ['question_lost', 'answer_lost', 'slow']
  return { do: 'fault', where, fault: chance.among(faults), skip: chance.below(6) }
}

/** One line that a person can read. */
export function describeStep({ afterMs, ...deed }: Step): string {
  const { do: verb, ...rest } = deed
  const details = Object.entries(rest).map(([name, value]) =>
    typeof value === 'object' ? `${name} ${JSON.stringify(value)}` : `${name} ${String(value)}`,
  )
  return [`+${afterMs} ms`, verb, ...details].join('  ')
}
