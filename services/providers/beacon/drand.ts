// A drand chain over HTTP (`GET /<chain hash>/public/<round>`), from any of several relays. Relays
// are not trusted: what they send is checked against the pinned key, and one that lies or is silent
// is passed over for the next.
import * as z from 'zod/mini'

import { isRoundSigned, randomnessOf, type BeaconChain } from '#events/ledger/beacon.ts'

import { HttpFailure, httpRequest } from '../../io/http-client.ts'
import { sha256 } from '../../ledger/keys.ts'
import { ProviderOutage, createBreaker } from '../breaker.ts'
import type { BreakerSettings } from '../breaker.ts'
import { verifyBls } from './bls.ts'
import type { Beacon, ProvenRound } from './port.ts'

export type DrandSettings = {
  chain: BeaconChain
  isSandbox: boolean
  /** Base addresses, asked in this order. */
  relays: readonly string[]
  timeoutMs?: number
  breaker?: Partial<BreakerSettings>
}

const TIMEOUT_MS = 4_000
const CONNECT_MS_MAX = 3_000
const ANSWER_BYTES_MAX = 4_096

const answered = z.looseObject({ round: z.int(), signature: z.string() })

export function drandBeacon(settings: DrandSettings): Beacon {
  const { chain, isSandbox } = settings
  const breaker = createBreaker('beacon', settings.breaker)
  const prove: Beacon['prove'] = (given) => proven(chain, given)

  async function ask(which: number | 'latest'): Promise<ProvenRound | null> {
    return breaker.run(() => askRelays(settings, which))
  }

  return {
    chain,
    isSandbox,
    breaker,
    prove,
    round: (round) => ask(round),
    async latest() {
      const round = await ask('latest')
      if (round === null) throw outage('no relay has a latest round')
      return round
    },
  }
}

function proven(
  chain: BeaconChain,
  { round, signature }: { round: number; signature: string },
): ProvenRound | null {
  if (!isRoundSigned(chain, { round, signature }, { sha256, verifyBls })) return null
  return { round, signature, randomness: randomnessOf(signature, sha256) }
}

/** The first relay that proves its answer; null when one has said that the round is to come. */
async function askRelays(
  settings: DrandSettings,
  which: number | 'latest',
): Promise<ProvenRound | null> {
  const failures: unknown[] = []
  let isTooEarly = false
  for (const relay of settings.relays) {
    const answer = await askRelay(settings, relay, which).catch((error: unknown) => {
      failures.push(error)
    })
    if (answer === 'too early') isTooEarly = true
    else if (answer !== undefined) return answer
  }
  if (isTooEarly) return null
  throw outage('no relay of the beacon has answered with a proven round', failures)
}

/** Relays say 425 or 404 of a round that has not come. */
const tooEarly = new Set([404, 425])

async function askRelay(
  { chain, timeoutMs = TIMEOUT_MS }: DrandSettings,
  relay: string,
  which: number | 'latest',
): Promise<ProvenRound | 'too early'> {
  const url = `${relay.replace(/\/+$/, '')}/${chain.chainHash}/public/${which}`
  const { status, text } = await httpRequest({
    name: 'beacon round',
    method: 'GET',
    url,
    allowedHosts: [new URL(relay).host],
    connectTimeoutMs: Math.min(timeoutMs, CONNECT_MS_MAX),
    totalTimeoutMs: timeoutMs,
    maxBytes: ANSWER_BYTES_MAX,
  })
  if (tooEarly.has(status)) return 'too early'
  if (status !== 200) throw outage(`a relay answers ${status}`)
  const parsed = answered.safeParse(jsonOf(text))
  if (!parsed.success) throw outage('a relay answers with something else')
  const round = proven(chain, parsed.data)
  const isAsked = which === 'latest' || parsed.data.round === which
  if (round === null || !isAsked) throw outage('a relay answers with a false round')
  return round
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Nothing was sent that could have done anything: reading is harmless. */
const outage = (message: string, cause?: unknown) =>
  new ProviderOutage(message, 'not_sent', cause instanceof HttpFailure ? cause.cause : cause)
