import { expect, it } from 'vitest'

import { staffNews } from './process-news.ts'
import type { ProcessNews } from './process-news.ts'

it('reads the staff anew where it was changed, and in every process that is told', async () => {
  const listeners: ((news: ProcessNews) => void)[] = []
  const read: string[] = []
  const changedIn = (name: string) =>
    staffNews(
      {
        tell: (news) => listeners.filter((_, n) => n !== 0).forEach((listen) => listen(news)),
        hear: (listen) => void listeners.push(listen),
      },
      async () => void read.push(name),
    )
  const changedHere = changedIn('here')
  changedIn('beside')
  await changedHere()
  expect(read).toEqual(['here', 'beside'])
  await staffNews(undefined, async () => void read.push('alone'))()
  expect(read).toEqual(['here', 'beside', 'alone'])
})
