import { describe, expect, it } from 'vitest'

import { TimedOut, every, sleep, timeout } from './timers.ts'

describe('every', () => {
  it('runs again after a failure, which is told, and never twice at once', async () => {
    let runs = 0
    let atOnce = 0
    const failures: unknown[] = []
    const done = Promise.withResolvers<void>()
    const repeating = every(
      'test',
      1,
      async () => {
        expect(++atOnce).toBe(1)
        await sleep(2)
        atOnce--
        if (++runs === 4) done.resolve()
        if (runs === 1) throw new Error('once')
      },
      (error) => failures.push(error),
    )
    await done.promise
    await repeating.stop()
    expect(failures).toHaveLength(1)
    const after = runs
    await sleep(10)
    expect(runs).toBe(after)
  })

  it('runs at once when asked, sharing a run that is going', async () => {
    let runs = 0
    const repeating = every('test', 60_000, async () => void runs++, rethrow)
    await Promise.all([repeating.now(), repeating.now()])
    expect(runs).toBe(1)
    await repeating.stop()
    await repeating.now()
    expect(runs).toBe(1)
  })

  it('runs afresh behind a run that is going, once for all who ask meanwhile', async () => {
    const begun = Promise.withResolvers<void>()
    const leave = Promise.withResolvers<void>()
    let runs = 0
    const act = async () => {
      runs += 1
      begun.resolve()
      await leave.promise
    }
    const repeating = every('test', 60_000, act, rethrow)
    const first = repeating.now()
    await begun.promise
    const later = [repeating.afresh(), repeating.afresh()]
    leave.resolve()
    await first
    await Promise.all(later)
    expect(runs).toBe(2)
    const last = repeating.now()
    const never = repeating.afresh()
    await repeating.stop()
    await Promise.all([last, never])
    expect(runs).toBe(3)
  })
})

describe('limits of time', () => {
  it('end a wait that is called off', async () => {
    const controller = new AbortController()
    const waiting = sleep(60_000, controller.signal)
    controller.abort(new Error('called off'))
    await expect(waiting).rejects.toThrow('called off')
  })

  it('end an act that takes too long, and tell it', async () => {
    let told: unknown
    const act = timeout('the act', 5, async (signal) => {
      signal.addEventListener('abort', () => (told = signal.reason))
      await sleep(60_000, signal).catch(() => {})
    })
    await expect(act).rejects.toThrow(TimedOut)
    expect(told).toBeInstanceOf(TimedOut)
  })
})

const rethrow = (error: unknown) => {
  throw error
}
