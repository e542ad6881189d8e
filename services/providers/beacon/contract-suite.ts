// What every beacon must do, whichever chain and relay is behind it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { BeaconChain } from '#events/ledger/beacon.ts'

import { ProviderOutage } from '../breaker.ts'
import { drandBeacon } from './drand.ts'
import type { Beacon } from './port.ts'

/** A relay that can be made to misbehave. */
export type Relay = {
  /** Base address: `/<chain hash>/public/<round>` is below it. */
  url: string
  switchOn: (change: Partial<RelaySwitches>) => Promise<void>
  reset: () => Promise<void>
  stop: () => Promise<void>
}
export type RelaySwitches = {
  isDown: boolean
  isLying: boolean
  garbageRate: number
  timeoutRate: number
}

export type BeaconCase = {
  chain: BeaconChain
  open: () => Promise<Relay>
  /** A round that is known, and one that is not yet. */
  known: { round: number; signature: string; randomness: string }
  future: () => number
}

export function beaconContract(name: string, given: BeaconCase): void {
  describe(name, () => {
    let relay: Relay
    beforeAll(async () => {
      relay = await given.open()
    })
    afterAll(() => relay.stop())

    const quick = { callsMin: 20 }
    const beacon = (relays = [relay.url]): Beacon =>
      drandBeacon({
        chain: given.chain,
        isSandbox: false,
        relays,
        timeoutMs: 500,
        breaker: quick,
      })

    it('answers a round with its proof, and knows a proof that came by hand', async () => {
      const { round, signature } = given.known
      expect(await beacon().round(round)).toEqual(given.known)
      expect(beacon().prove({ round, signature })).toEqual(given.known)
      expect(beacon().prove({ round: round + 1, signature })).toBeNull()
    })

    it('answers the latest', async () => {
      const { round } = await beacon().latest()
      expect(round).toBeGreaterThanOrEqual(given.known.round)
      expect(round).toBeLessThan(given.future())
    })

    it('has nothing of a round that has not come', async () =>
      expect(await beacon().round(given.future())).toBeNull())

    const faults: Partial<RelaySwitches>[] = [
      { isDown: true },
      { isLying: true },
      { garbageRate: 1 },
      { timeoutRate: 1 },
    ]
    it.each(faults)('passes over a relay with %j', async (fault) => {
      const healthy = await given.open()
      await relay.switchOn(fault)
      const { round } = given.known
      await expect(beacon().round(round)).rejects.toThrow(ProviderOutage)
      expect(await beacon([relay.url, healthy.url]).round(round)).toEqual(given.known)
      await relay.reset()
      await healthy.stop()
    })

    it('passes over a relay that is not there', async () => {
      const { round } = given.known
      const gone = 'http://127.0.0.1:1'
      await expect(beacon([gone]).round(round)).rejects.toThrow(ProviderOutage)
      expect(await beacon([gone, relay.url]).round(round)).toEqual(given.known)
    })

    it('takes no round of another chain', async () => {
      const other = drandBeacon({
        chain: { ...given.chain, publicKey: `${given.chain.publicKey.slice(0, -2)}00` },
        isSandbox: false,
        relays: [relay.url],
        timeoutMs: 500,
        breaker: quick,
      })
      await expect(other.round(given.known.round)).rejects.toThrow(ProviderOutage)
    })
  })
}
