// The faults a storm is made of. Each begins, lasts a moment, and is over; several may be at work
// at once. What is left to chance comes from the storm's seed.
import { setTimeout as sleep } from 'node:timers/promises'

import { isOutage } from '../../io/database.ts'
import type { Fault } from '../tcp-proxy.ts'
import type { Chance } from '../simulation/chance.ts'
import type { Rig } from './rig.ts'

type Weather = { name: string; rage: (rig: Rig, chance: Chance) => Promise<void> }

const moment = (chance: Chance) => sleep(300 + chance.below(1_500))

const networkFaults: readonly Fault[] = [
  { kind: 'dropRequest' },
  { kind: 'dropReply' },
  { kind: 'reset' },
  { kind: 'blackhole' },
  { kind: 'delay', ms: 400 },
]

/** The provider's failures; those with the work done are the ones that cost money. */
const providerFaults = [
  { whish: { slowMs: 1_500 } },
  { whish: { code500Rate: 0.5 } },
  { whish: { http500Rate: 0.5, isWorkDone: true } },
  { whish: { garbageRate: 0.5, isWorkDone: true } },
  { whish: { timeoutRate: 0.25, isWorkDone: true } },
  { callbacks: { copies: 0 } },
  { callbacks: { copies: 4, delaySeconds: 0.5 } },
  { callbacks: { isReordered: true, copies: 2 } },
  { messages: { isDown: true } },
  { messages: { timeoutRate: 0.5, isWorkDone: true } },
] as const

export const weathers: readonly Weather[] = [
  {
    name: 'a process is killed',
    rage: async ({ shop }) => shop.kill(),
  },
  {
    name: 'processes are restarted in turn',
    rage: ({ shop }) => shop.restart(),
  },
  {
    name: 'connections to PostgreSQL are cut',
    rage: async ({ owner }) => {
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity
                    where application_name like 'qura%' and random() < 0.5`
      // Another fault may have PostgreSQL down just now, and every connection with it.
      await owner.query(cut).catch((error: unknown) => {
        if (!isOutage(error)) throw error
      })
    },
  },
  {
    name: 'the network to PostgreSQL is spoilt',
    async rage({ network }, chance) {
      network.plan({
        when: /[^]/,
        fault: chance.among(networkFaults),
        times: 1 + chance.below(20),
      })
      await moment(chance)
      network.plan(null)
    },
  },
  {
    name: 'a commit loses its reply',
    async rage({ network }, chance) {
      network.plan({ when: /append_|open_purchases/, fault: { kind: 'dropReply' }, times: 5 })
      await moment(chance)
      network.plan(null)
    },
  },
  {
    name: 'provider and messages fail',
    async rage({ setSwitches }, chance) {
      await setSwitches(chance.among(providerFaults))
      await moment(chance)
      await setSwitches(null)
    },
  },
  {
    name: 'PostgreSQL is killed',
    rage: ({ killPostgres }) => killPostgres(),
  },
]
