import { expect, it } from 'vitest'

import { readText } from '../../io/files.ts'
import { unpaidWords } from './port-words.ts'

const storing = new URL('../../../migrations/functions/store_callbacks.sql', import.meta.url)

it('are, where no payment has come, the same in the function that stores callbacks', async () => {
  const text = (await readText(storing.pathname)) ?? ''
  const list = /provider_status, ''\) not in \(([^)]*)\)/.exec(text)?.[1] ?? ''
  const words = [...list.matchAll(/'([^']*)'/g)].map(([, word]) => word)
  expect(words.toSorted()).toEqual(['', ...new Set(unpaidWords)].toSorted())
})
