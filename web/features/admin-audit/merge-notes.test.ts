import { expect, it } from 'vitest'

import { isSame, mergeWords, wordsOf } from './merge-notes.ts'

const read = { notes: { '000001': '', '000002': 'Seen', '000003': '' }, conclusion: '' }

it('keeps what each of two auditors wrote, and theirs where both wrote', () => {
  const mine = { notes: { ...read.notes, '000001': 'Mine', '000003': 'Mine' }, conclusion: 'Mine' }
  const theirs = { notes: { ...read.notes, '000002': '', '000003': 'Theirs' }, conclusion: '' }
  expect(mergeWords({ read, mine, theirs })).toEqual({
    notes: { '000001': 'Mine', '000002': '', '000003': 'Theirs' },
    conclusion: 'Mine',
  })
})

it('saves a word on every ticket of the sample, also on what the register has lost', () => {
  const walks = [{ walk: { number: '000001' }, note: 'Seen' }]
  const notInRegister = [{ number: '000002', note: 'Asked the operator' }]
  expect(wordsOf({ walks, notInRegister, conclusion: 'No' })).toEqual({
    notes: { '000001': 'Seen', '000002': 'Asked the operator' },
    conclusion: 'No',
  })
})

it('knows whether anything was written that is not saved yet', () => {
  expect(isSame({ notes: { ...read.notes, '000002': 'Seen ' }, conclusion: '' }, read)).toBe(true)
  expect(isSame({ ...read, conclusion: 'In order' }, read)).toBe(false)
  expect(isSame({ ...read, notes: { ...read.notes, '000003': 'Seen' } }, read)).toBe(false)
  expect(isSame({ ...read, notes: { ...read.notes, '000002': '' } }, read)).toBe(false)
})
