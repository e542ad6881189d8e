import { expect, it } from 'vitest'

import { openLimits } from './limits.ts'
import { openPhoneWalks } from './phone-walk.ts'
import type { Walked } from './phone-walk.ts'

function limitsAt(mode: 'strict' | 'relaxed') {
  let nowMs = 1_000
  const limits = openLimits({ mode, nowMs: () => nowMs })
  return { ...limits, pass: (seconds: number) => (nowMs += seconds * 1_000) }
}

const times = (count: number, act: () => void) => Array.from({ length: count }).forEach(act)

it('lets a burst up to the ceiling pass and refuses the next, naming the wait', () => {
  const limits = limitsAt('strict')
  times(20, () => limits.take('phoneChecksPerBrowser', 'ann'))
  expect(() => limits.take('phoneChecksPerBrowser', 'ann')).toThrow(
    expect.objectContaining({ code: 'too_many_requests', details: { retryAfterSeconds: 180 } }),
  )
})

it('lets one more pass when its share of the time has gone by', () => {
  const limits = limitsAt('strict')
  times(20, () => limits.take('phoneChecksPerBrowser', 'ann'))
  limits.pass(181)
  limits.take('phoneChecksPerBrowser', 'ann')
  expect(() => limits.take('phoneChecksPerBrowser', 'ann')).toThrow()
})

it('counts what is taken together as so many, and nothing of what it refuses', () => {
  const limits = limitsAt('strict')
  limits.take('phoneChecksPerBrowser', 'ann', 15)
  expect(() => limits.take('phoneChecksPerBrowser', 'ann', 6)).toThrow(
    expect.objectContaining({ code: 'too_many_requests', details: { retryAfterSeconds: 180 } }),
  )
  limits.take('phoneChecksPerBrowser', 'ann', 5)
  expect(() => limits.take('phoneChecksPerBrowser', 'ann')).toThrow()
})

it('counts each key and each limit by itself', () => {
  const limits = limitsAt('strict')
  times(20, () => limits.take('phoneChecksPerBrowser', 'ann'))
  limits.take('phoneChecksPerBrowser', 'bob')
  limits.take('codesPerBrowser', 'ann')
})

it('forgets whoever has a full allowance again, so that strangers do not pile up', () => {
  const limits = limitsAt('strict')
  for (let minute = 0; minute < 20; minute++) {
    for (let nth = 0; nth < 100; nth++) limits.take('callsPerAddress', `${minute}.${nth}`)
    limits.pass(60)
  }
  expect(limits.size()).toBeLessThanOrEqual(200)
})

it('raises the ceilings when relaxed', () => {
  const limits = limitsAt('relaxed')
  times(2_000, () => limits.take('phoneChecksPerBrowser', 'ann'))
})

it('stops who walks through neighbouring numbers, not who asks for scattered ones', () => {
  const walker = openPhoneWalks()
  expect(() => {
    for (let n = 0; n < 12; n++) walker.note('eve', `+9617012345${n}`.slice(0, 12))
    for (let n = 10; n < 25; n++) walker.note('eve', `+961701234${n}`)
  }).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
  const honest = openPhoneWalks()
  for (let n = 0; n < 50; n++) honest.note('operator', `+9617${1_000_000 + n * 1_013}`)
})

it('a number that was refused stays refused, however often and from wherever it is asked', () => {
  const walks = openPhoneWalks()
  const phone = (n: number) => `+96170123${400 + n}`
  const isRefused = (n: number, browser: string) => {
    try {
      walks.note(browser, phone(n))
      walks.noteShared('198.51.100.7', phone(n))
      return false
    } catch {
      return true
    }
  }
  const refused = Array.from({ length: 20 }, (_, n) => n).filter((n) => isRefused(n, `once ${n}`))
  expect(refused).toHaveLength(12)
  for (const n of refused)
    for (const browser of ['a', 'b', 'b', 'c']) expect(isRefused(n, `${browser} ${n}`)).toBe(true)
  expect(isRefused(0, 'mistyped before')).toBe(false)
  for (let n = 0; n < 9; n++) isRefused(n, 'one browser')
  expect([isRefused(8, 'one browser'), isRefused(300, 'one browser')]).toEqual([true, true])
})

it('stops who walks with a new process each time', () => {
  const heard: ((walked: Walked) => void)[] = []
  const processes = [0, 1, 2, 3, 4, 5].map((own) =>
    openPhoneWalks({
      hear: (listen) => void (heard[own] = listen),
      tell: (walked) => heard.forEach((listen, other) => other !== own && listen(walked)),
    }),
  )
  expect(() => {
    for (let n = 0; n < 30; n++)
      processes[n % processes.length]!.noteShared('198.51.100.7', `+96170123${400 + n}`)
  }).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
})

it('counts what other processes have let pass, and tells them what was let pass here', () => {
  const told: string[] = []
  const taken = (...take: readonly unknown[]) => told.push(take.join(' '))
  const limits = openLimits({ mode: 'strict', taken })
  limits.take('phoneChecksPerBrowser', 'ann')
  limits.take('phoneChecksPerBrowser', 'ann', 2)
  limits.note('phoneChecksPerBrowser', 'ann', 17)

  expect(() => limits.take('phoneChecksPerBrowser', 'ann')).toThrow()
  expect(told).toEqual(['phoneChecksPerBrowser ann 1', 'phoneChecksPerBrowser ann 2'])
})
