// A planted bug is only worth something when it is really there and the tests do not know of it.
import { expect, it } from 'vitest'

import { readHouse } from './house.ts'
import { catchers } from './planted-bugs.ts'

const files = await readHouse()
const isTest = (path: string) => /\.test\.tsx?$|(^|\/)testing\//.test(path)
const bugs = Object.entries(catchers)

it('every bug is planted in one place of the product', () => {
  for (const [bug] of bugs) {
    const places = files.filter(
      ({ path, text }) => !isTest(path) && text.includes(`isPlanted('${bug}')`),
    )
    expect({ bug, places: places.map(({ path }) => path) }).toMatchObject({
      places: [expect.any(String)],
    })
  }
})

it('is to be found by a test that is there and has not heard of it', () => {
  const names = new RegExp(['isPlanted', 'QURA_PLANTED', ...bugs.map(([bug]) => bug)].join('|'))
  for (const [, catcher] of bugs) {
    const file = files.find(({ path }) => path === catcher)
    expect(file?.path).toBe(catcher)
    expect(file?.text).not.toMatch(names)
  }
})

it('cannot be planted without the preload, which no part of the product loads', () => {
  const loading = files.filter(
    ({ path, text }) => !isTest(path) && /testing\/plant\.ts|Symbol\.for\('qura/.test(text),
  )
  expect(loading.map(({ path }) => path)).toEqual([
    'events/kernel/planted.ts',
    'services/cli/test-planted.ts',
  ])
})
