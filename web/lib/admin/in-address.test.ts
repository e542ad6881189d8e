import { expect, it } from 'vitest'

import { chosenIn, isAnything, isDay, isId, oneOf, withChoices } from './in-address.ts'

const offered = {
  usual: { state: 'due', day: '' },
  known: { state: oneOf(['due', 'paid', 'all']), day: isDay },
}
const chosen = (address: string) => chosenIn(new URLSearchParams(address), offered)
const withChange = (address: string, changes: Partial<typeof offered.usual>) =>
  withChoices(new URLSearchParams(address), { ...offered, changes }).toString()

it('reads what was chosen, and for what does not stand there the usual', () => {
  expect(chosen('part=refunds&state=paid')).toEqual({ state: 'paid', day: '' })
  expect(chosen('')).toEqual(offered.usual)
})

it.each(['state=sent', 'state=', 'state=PAID', 'day=2026-02-30', 'day=today'])(
  'takes what nobody offers for the usual: %s',
  (address) => expect(chosen(address)).toEqual(offered.usual),
)

it('writes a choice beside what stands there, and takes the usual one out', () => {
  expect(withChange('part=refunds', { state: 'all' })).toBe('part=refunds&state=all')
  expect(withChange('part=refunds&state=all', { state: 'due' })).toBe('part=refunds')
  expect(withChange('state=all&lang=ar', { day: '2026-11-27' })).toBe(
    'state=all&lang=ar&day=2026-11-27',
  )
  expect(withChange('state=all&day=2026-11-27', offered.usual)).toBe('')
})

it('never writes what it would not read', () => {
  expect(withChange('state=all', { state: '+96170123456' })).toBe('')
  expect(withChange('day=2026-11-27', { day: '2026-13-01' })).toBe('')
})

it('leaves the address that it was given as it was', () => {
  const search = new URLSearchParams('state=all')
  withChoices(search, { ...offered, changes: { state: 'paid' } })
  expect(search.toString()).toBe('state=all')
})

it('knows days of the calendar, also while their year is being typed', () => {
  expect(['2026-11-27', '2024-02-29', '0002-11-27'].map(isDay)).toEqual([true, true, true])
  expect(['2025-02-29', '2026-1-1', '20266-01-01', 'today', ''].filter(isDay)).toEqual([])
})

it('knows ids as they are written here', () => {
  const id = '0f000000-0000-4000-8000-00000000a3a3'
  expect([id, id.toUpperCase(), `${id} `, '7'].map(isId)).toEqual([true, false, false, false])
  expect(isAnything()).toBe(true)
})
