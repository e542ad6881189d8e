import { expect, it } from 'vitest'

import { openCopies } from './page-copies.ts'

function opened() {
  let nowMs = 0
  const copies = openCopies<string>(() => new Date(nowMs))
  const made: string[] = []
  return {
    made,
    pass: (seconds: number) => void (nowMs += seconds * 1_000),
    copy: (key: string) =>
      copies(key, async (before) => {
        made.push(before === undefined ? key : `${key} again`)
        return key
      }),
    refuse: (key: string) =>
      copies(key, async () => {
        throw new Error('busy')
      }),
  }
}

it('makes a copy once in ten seconds, and the next with the one of before in hand', async () => {
  const { copy, made, pass } = opened()
  await Promise.all([copy('/'), copy('/')])
  pass(9)
  await copy('/')
  expect(made).toEqual(['/'])
  pass(2)
  await copy('/')
  expect(made).toEqual(['/', '/ again'])
})

it('lets nothing go for what was not made', async () => {
  const { copy, refuse, made, pass } = opened()
  await copy('/')
  for (let index = 0; index < 600; index++) await expect(refuse(`/x${index}`)).rejects.toThrow()
  await copy('/')
  expect(made).toEqual(['/'])

  pass(11)
  await expect(refuse('/')).rejects.toThrow('busy')
  await copy('/')
  expect(made).toEqual(['/', '/ again'])
})

it('keeps five hundred, those that were made last', async () => {
  const { copy, made } = opened()
  for (let index = 0; index < 501; index++) await copy(`/${index}`)
  made.splice(0)
  await copy('/1')
  await copy('/0')
  expect(made).toEqual(['/0'])
})
