// The failures that can be asked of the sandbox, each off at first. A rate of 0.25 fails exactly
// every fourth call: by counting, not by chance, so that a test sees the same thing every time.
import * as z from 'zod/mini'

const rate = () => z.number().check(z.minimum(0), z.maximum(1))
const slowMs = () => z.int().check(z.minimum(0), z.maximum(120_000))

const whishSwitches = z.strictObject({
  /** Which calls the failures below concern. */
  calls: z.array(z.enum(['create', 'status', 'refund'])),
  slowMs: slowMs(),
  /** `status: false` with code "500": outcome unknown. */
  code500Rate: rate(),
  http500Rate: rate(),
  /** HTTP 200 with a page that is no JSON. */
  garbageRate: rate(),
  /** No answer at all. */
  timeoutRate: rate(),
  /** The failing call did its work all the same: failed, but done. */
  isWorkDone: z.boolean(),
  /** The status stays `pending` whatever the payer does. */
  isPendingForEver: z.boolean(),
  /** Every approval pays half of the amount, and the status says so. */
  isWrongAmount: z.boolean(),
  /** The status states amount and currency, which the real one has not been seen to do. */
  isAmountShown: z.boolean(),
  /** 403 for callback or redirect addresses on this machine, as the real one answers. */
  isLocalRefused: z.boolean(),
  /** 403 for refunds: our address is not on Whish's list. */
  isRefundRefused: z.boolean(),
})

const montypaySwitches = z.strictObject({
  calls: z.array(z.enum(['session', 'status', 'refund'])),
  slowMs: slowMs(),
  http500Rate: rate(),
  garbageRate: rate(),
  timeoutRate: rate(),
  isWorkDone: z.boolean(),
  isPendingForEver: z.boolean(),
  isWrongAmount: z.boolean(),
  /** The panel's "Return parameters": payment_id, trans_id, order_id and hash on the return. */
  hasReturnParameters: z.boolean(),
})

const callbackSwitches = z.strictObject({
  /** 0: lost; 2 and more: duplicates. */
  copies: z.int().check(z.minimum(0), z.maximum(100)),
  /** Late. */
  delaySeconds: z.number().check(z.minimum(0), z.maximum(86_400)),
  /** The payer has acted, and the callback has come, before the create call is answered. */
  early: z.nullable(z.enum(['approve', 'decline'])),
  /** What was sent first (3ds, a first failure) arrives last. */
  isReordered: z.boolean(),
})

const messageSwitches = z.strictObject({
  /** 503: nothing was taken. */
  isDown: z.boolean(),
  slowMs: slowMs(),
  timeoutRate: rate(),
  garbageRate: rate(),
  /** The message arrives although the answer is a time-out or garbage. */
  isWorkDone: z.boolean(),
})

const beaconSwitches = z.strictObject({
  isDown: z.boolean(),
  slowMs: slowMs(),
  timeoutRate: rate(),
  garbageRate: rate(),
  /** Every round carries the signature of another one. */
  isLying: z.boolean(),
  /** The beacon's clock is so far ahead of this machine's, for shops whose clock was moved. */
  aheadSeconds: z.int().check(z.minimum(-1_000_000_000), z.maximum(1_000_000_000)),
})

export const switchesSchema = z.strictObject({
  whish: whishSwitches,
  montypay: montypaySwitches,
  callbacks: callbackSwitches,
  messages: messageSwitches,
  beacon: beaconSwitches,
})
export type Switches = z.infer<typeof switchesSchema>
type Group = keyof Switches

/** Any group and any switch may be left out; a group that is null goes back to its defaults. */
export const switchesChange = z.strictObject({
  whish: z.optional(z.nullable(z.partial(whishSwitches))),
  montypay: z.optional(z.nullable(z.partial(montypaySwitches))),
  callbacks: z.optional(z.nullable(z.partial(callbackSwitches))),
  messages: z.optional(z.nullable(z.partial(messageSwitches))),
  beacon: z.optional(z.nullable(z.partial(beaconSwitches))),
})
export type SwitchesChange = z.infer<typeof switchesChange>

export const switchesOff: Switches = {
  whish: {
    calls: ['create', 'status', 'refund'],
    slowMs: 0,
    code500Rate: 0,
    http500Rate: 0,
    garbageRate: 0,
    timeoutRate: 0,
    isWorkDone: false,
    isPendingForEver: false,
    isWrongAmount: false,
    isAmountShown: false,
    isLocalRefused: false,
    isRefundRefused: false,
  },
  montypay: {
    calls: ['session', 'status', 'refund'],
    slowMs: 0,
    http500Rate: 0,
    garbageRate: 0,
    timeoutRate: 0,
    isWorkDone: false,
    isPendingForEver: false,
    isWrongAmount: false,
    hasReturnParameters: false,
  },
  callbacks: { copies: 1, delaySeconds: 0, early: null, isReordered: false },
  messages: { isDown: false, slowMs: 0, timeoutRate: 0, garbageRate: 0, isWorkDone: false },
  beacon: {
    isDown: false,
    slowMs: 0,
    timeoutRate: 0,
    garbageRate: 0,
    isLying: false,
    aheadSeconds: 0,
  },
}

export type Failure = 'code500' | 'http500' | 'garbage' | 'timeout'

export type SwitchBoard = {
  now: () => Switches
  change: (change: SwitchesChange) => Switches
  reset: () => Switches
  /** Which failure, if any, the next call of this group has to show. */
  nextFailure: (group: 'whish' | 'montypay' | 'messages' | 'beacon') => Failure | null
}

export function createSwitchBoard(): SwitchBoard {
  let switches = switchesOff
  const counters = new Map<string, number>()

  /** True for the share `rate` of the calls, evenly spread, the first one being the earliest. */
  function isDue(key: string, share: number): boolean {
    if (share === 0) return false
    const sum = (counters.get(key) ?? 1 - share) + share
    const isFull = sum > 1 - 1e-9 // ten times 0.1 is a little less than 1
    counters.set(key, isFull ? Math.max(0, sum - 1) : sum)
    return isFull
  }

  return {
    now: () => switches,
    change(change) {
      for (const group of Object.keys(change) as Group[])
        switches = changed(switches, change, group)
      counters.clear()
      return switches
    },
    reset() {
      counters.clear()
      return (switches = switchesOff)
    },
    nextFailure(group) {
      const rates = switches[group]
      if (isDue(`${group} timeout`, rates.timeoutRate)) return 'timeout'
      if (isDue(`${group} garbage`, rates.garbageRate)) return 'garbage'
      if ('http500Rate' in rates && isDue(`${group} http500`, rates.http500Rate)) return 'http500'
      if ('code500Rate' in rates && isDue(`${group} code500`, rates.code500Rate)) return 'code500'
      return null
    },
  }
}

function changed(switches: Switches, change: SwitchesChange, group: Group): Switches {
  const part = change[group]
  if (part === undefined) return switches
  return {
    ...switches,
    [group]: part === null ? switchesOff[group] : { ...switches[group], ...part },
  }
}
