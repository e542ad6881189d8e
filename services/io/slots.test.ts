import { expect, it } from 'vitest'

import { createSlots } from './slots.ts'

/** Acts that end when they are told to. */
function acts() {
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  const begun: string[] = []
  const act = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name)
      ends.set(name, { resolve: () => resolve(name), reject })
    })
  return { act, begun, end: (name: string) => ends.get(name)!, settled: () => tick() }
}
const tick = () => new Promise((resolve) => setImmediate(resolve))

it('runs so many at once, and the others in the order in which they came', async () => {
  const { act, begun, end, settled } = acts()
  const slots = createSlots(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => slots.run(act(name)))
  await settled()
  expect(begun).toEqual(['a', 'b'])
  end('b').resolve()
  await settled()
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a').resolve()
  await settled()
  for (const name of ['c', 'd']) end(name).resolve()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

it('gives the slot of one that failed to the next, and to nobody else', async () => {
  const { act, begun, end, settled } = acts()
  const slots = createSlots(1)
  const failing = slots.run(act('fails'))
  const next = slots.run(act('next'))
  await settled()
  end('fails').reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  const late = slots.run(act('late'))
  await settled()
  expect(begun).toEqual(['fails', 'next'])
  end('next').resolve()
  await next
  await settled()
  end('late').resolve()
  expect(await late).toBe('late')
})

it('lets nobody wait longer than they have patience, and passes over who has left', async () => {
  const { act, begun, end, settled } = acts()
  const slots = createSlots(1, { waitMsMax: 20, refusal: () => new Error('too long') })
  const first = slots.run(act('first'))
  await expect(slots.run(act('impatient'))).rejects.toThrow('too long')
  expect(slots.waiting()).toBe(0)
  expect(slots.isFull()).toBe(true)
  const next = slots.run(act('next'))
  end('first').resolve()
  await first
  await settled()
  expect(begun).toEqual(['first', 'next'])
  end('next').resolve()
  await next
  expect(slots.isFull()).toBe(false)
})
