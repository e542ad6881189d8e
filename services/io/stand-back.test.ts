import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { sessionStandsBack } from './stand-back.ts'

const hasSessions = existsSync('/proc/self/autogroup')

it.runIf(hasSessions)('a detached process stands back with its session', async () => {
  const child = spawn('sleep', ['20'], { detached: true, stdio: 'ignore' })
  try {
    const nice = () => readFileSync(`/proc/${child.pid}/autogroup`, 'utf8').trim().split(' ').at(-1)
    expect(nice()).toBe('0')
    await sessionStandsBack(child.pid, 0)
    expect(nice()).toBe('0')
    await sessionStandsBack(child.pid, 19)
    expect(nice()).toBe('19')
  } finally {
    child.kill()
  }
})

it('leaves whom it cannot find alone', async () => {
  await sessionStandsBack(undefined, 19)
  await sessionStandsBack(2 ** 22 + 1, 19)
})
