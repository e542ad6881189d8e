// Known answers: the files of the true bundle, byte for byte. Bundles lie on sticks of authorities
// for years; what this house writes today must be what it compares with then. A certificate of
// another layout gets another mark. `npm run test:frauds -- --write` writes them anew.
import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { textOf } from '../kernel/bytes.ts'
import { makeBundle } from './testing/bundle.ts'
import { trueRaffle } from './testing/true-raffle.ts'

const known: unknown = JSON.parse(
  readFileSync(new URL('./testing/known-bundle.json', import.meta.url), 'utf8'),
)

it('is the same bytes as ever', () => {
  const { files } = makeBundle(trueRaffle())
  expect(JSON.parse(textOf(files.get('manifest.json')!))).toEqual(known)
})
