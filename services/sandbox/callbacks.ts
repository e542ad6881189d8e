// The providers' calls back to the shop, over real HTTP with kept connections. Whish calls again
// until it hears a 200. MontyPay calls once, and leaves an address alone for 15 minutes after five
// time-outs in five.
import { HttpFailure, httpRequest } from '../io/http-client.ts'
import { createSlots } from '../io/slots.ts'
import type { Later } from './later.ts'

export type Callback = {
  provider: 'whishpay' | 'montypay' | 'messages'
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

export type Callbacks = {
  /** Resolves with the number of copies that were answered with 2xx at their first try. */
  send: (callback: Callback, copies: number) => Promise<number>
  /** MontyPay's own rule; see above. */
  isBlocked: () => boolean
  forgetBlock: () => void
}

type Needs = {
  later: Later
  /** `host:port`: the sandbox calls nobody else, whatever address it is given. */
  allowedHosts: readonly string[]
  timeoutMs: number
  retrySeconds: readonly number[]
}

/** A provider does not wait for one shop's answers before it calls again. */
const atOnceMax = 256
const timeoutsMax = 5
const timeoutsWindowMs = 5 * 60_000
const blockMs = 15 * 60_000

export function createCallbacks(needs: Needs): Callbacks {
  const block = createBlock()
  const slots = createSlots(atOnceMax)

  async function deliver(callback: Callback, tries: number): Promise<boolean> {
    if (callback.provider === 'montypay' && block.isOn()) return false
    const status = await slots.run(() => call(needs, callback))
    if (callback.provider === 'montypay' && status === 'timeout') block.countTimeout()
    const waitSeconds = needs.retrySeconds[tries]
    if (callback.provider === 'whishpay' && status !== 200 && waitSeconds !== undefined)
      needs.later.run(waitSeconds * 1000, () => void deliver(callback, tries + 1))
    return typeof status === 'number' && status >= 200 && status < 300
  }

  return {
    async send(callback, copies) {
      const sent = Array.from({ length: copies }, () => deliver(callback, 0))
      return (await Promise.all(sent)).filter(Boolean).length
    },
    isBlocked: block.isOn,
    forgetBlock: block.forget,
  }
}

async function call(needs: Needs, callback: Callback): Promise<number | 'timeout' | 'failed'> {
  if (!URL.canParse(callback.url)) return 'failed'
  const startedAt = performance.now()
  try {
    const answer = await httpRequest({
      name: `sandbox ${callback.provider} callback`,
      method: callback.method,
      url: callback.url,
      headers: callback.headers,
      ...(callback.body !== undefined && { body: callback.body }),
      allowedHosts: needs.allowedHosts,
      totalTimeoutMs: needs.timeoutMs,
    })
    return answer.status
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    return performance.now() - startedAt >= needs.timeoutMs - 50 ? 'timeout' : 'failed'
  }
}

function createBlock() {
  let timeouts: number[] = []
  let until = 0
  return {
    isOn: () => performance.now() < until,
    countTimeout() {
      const now = performance.now()
      timeouts = [...timeouts.filter((at) => at > now - timeoutsWindowMs), now]
      if (timeouts.length < timeoutsMax) return
      until = now + blockMs
      timeouts = []
    },
    forget() {
      timeouts = []
      until = 0
    },
  }
}
