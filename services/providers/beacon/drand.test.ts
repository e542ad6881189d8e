import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'

import { chainHashOf, latestRoundAt, quicknet } from '#events/ledger/beacon.ts'
import { expect, it } from 'vitest'

import { sandboxBeacon } from '../../config-samples.ts'
import { sha256 } from '../../ledger/keys.ts'
import { openSandboxHarness } from '../../testing/sandbox.ts'
import { beaconContract } from './contract-suite.ts'
import type { Relay, RelaySwitches } from './contract-suite.ts'

type Round = { round: number; signature: string; randomness: string }
const fixtures = new URL('../../../events/ledger/vectors/quicknet.json', import.meta.url)
const { rounds }: { rounds: Round[] } = JSON.parse(readFileSync(fixtures, 'utf8'))
const last = rounds.at(-1)!

beaconContract('drand quicknet, from a relay that has its real rounds', {
  chain: quicknet,
  open: openRecordedRelay,
  known: last,
  future: () => last.round + 1,
})

beaconContract('the sandbox beacon', {
  chain: sandboxBeacon,
  open: openSandboxRelay,
  known: {
    round: 1000,
    signature:
      'b51137d76a392df2c463b6c53112e60384dd3cf76c8282c0ca5ce307b632b456' +
      'b98571d1ef672d65c0388d5f34894382',
    randomness: '2c52afe42af849922bb8a389c8570bf27db7d0689eaee7efebab3ba20f5854f5',
  },
  future: () => latestRoundAt(sandboxBeacon, new Date(Date.now() + 60_000).toISOString()),
})

it('the sandbox’s chain hash is that of its parameters, and not quicknet’s', () => {
  expect(chainHashOf(sandboxBeacon, sha256)).toBe(sandboxBeacon.chainHash)
  expect(sandboxBeacon.chainHash).not.toBe(quicknet.chainHash)
})

async function openSandboxRelay(): Promise<Relay> {
  const harness = await openSandboxHarness()
  return {
    url: `${harness.sandbox.url}/beacon`,
    switchOn: (change) => harness.switchOn({ beacon: change }),
    reset: harness.reset,
    stop: harness.stop,
  }
}

const none: RelaySwitches = { isDown: false, isLying: false, garbageRate: 0, timeoutRate: 0 }

/** Answers with rounds that were recorded from the real network. */
async function openRecordedRelay(): Promise<Relay> {
  let switches = none
  const server = createServer((request, response: ServerResponse) => {
    if (switches.timeoutRate > 0) return
    const [, chainHash, , which] = (request.url ?? '').split('/')
    const found = which === 'latest' ? last : rounds.find(({ round }) => String(round) === which)
    const isKnown = chainHash === quicknet.chainHash && found !== undefined
    const status = switches.isDown ? 503 : isKnown ? 200 : 425
    response.writeHead(status, { 'Content-Type': 'application/json' })
    const signature = switches.isLying ? rounds[0]!.signature : found?.signature
    response.end(switches.garbageRate > 0 ? '<html>' : JSON.stringify({ ...found, signature }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    switchOn: async (change) => void (switches = { ...none, ...change }),
    reset: async () => void (switches = none),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
