// One circuit breaker per provider. A provider that keeps failing is left alone for a while: buyers
// get an answer at once instead of waiting for a time-out, and the provider gets air to recover.
import {
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel'

import { providerSeconds } from '../io/figures.ts'
import { HttpFailure } from '../io/http-client.ts'

export type BreakerState = 'closed' | 'open' | 'half_open'

export type Breaker = {
  name: string
  /** For the figure `provider_breakers_open`. */
  state: () => BreakerState
  /** Throws ProviderOutage when the circuit is open: then nothing was sent. */
  run: <Result>(act: () => Promise<Result>) => Promise<Result>
}

export type BreakerSettings = {
  /** The circuit opens when more than half of the last 20 calls failed; fewer than these never. */
  callsMin: number
  /** How long it stays open before one call may try again. */
  openMs: number
  /** Hears of every call when it is over; left out: the histogram `provider_seconds`. */
  observe: (call: { name: string; outcome: CallOutcome; seconds: number }) => void
}

export type CallOutcome = 'answered' | 'failed' | 'left_alone'

export const breakerDefaults: BreakerSettings = {
  callsMin: 5,
  openMs: 10_000,
  observe: ({ name, outcome, seconds }) =>
    providerSeconds.observe({ provider: name, outcome }, seconds),
}

/** The provider did not answer, or not with sense. `outcome` says whether it may have acted. */
export class ProviderOutage extends Error {
  readonly outcome: 'not_sent' | 'unknown'

  constructor(message: string, outcome: 'not_sent' | 'unknown', cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'ProviderOutage'
    this.outcome = outcome
  }
}

/** Whatever was asked has surely not been done; anything else that was thrown says nothing. */
export const wasNotSent = (error: unknown): boolean =>
  error instanceof ProviderOutage && error.outcome === 'not_sent'

export function createBreaker(name: string, settings: Partial<BreakerSettings> = {}): Breaker {
  const { callsMin, openMs, observe } = { ...breakerDefaults, ...settings }
  const policy = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: openMs,
    breaker: new CountBreaker({ threshold: 0.5, size: 20, minimumNumberOfCalls: callsMin }),
  })
  return {
    name,
    state: () => stateName(policy.state),
    async run(act) {
      const startedAt = performance.now()
      const over = (outcome: CallOutcome) =>
        observe({ name, outcome, seconds: (performance.now() - startedAt) / 1000 })
      try {
        const result = await policy.execute(act)
        over('answered')
        return result
      } catch (error) {
        over(isBrokenCircuitError(error) ? 'left_alone' : 'failed')
        throw asOutage(name, error)
      }
    },
  }
}

function asOutage(name: string, error: unknown): unknown {
  if (isBrokenCircuitError(error))
    return new ProviderOutage(`${name}: left alone after failures`, 'not_sent', error)
  if (error instanceof HttpFailure) return new ProviderOutage(error.message, error.outcome, error)
  return error
}

const isOutage = (error: unknown) => error instanceof HttpFailure || error instanceof ProviderOutage

function stateName(state: CircuitState): BreakerState {
  if (state === CircuitState.Closed) return 'closed'
  return state === CircuitState.HalfOpen ? 'half_open' : 'open'
}
