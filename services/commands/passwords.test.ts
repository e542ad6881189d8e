import { expect, it } from 'vitest'

import { commonPasswords } from './common-passwords.ts'
import { hashPassword, isPassword, oneTimePassword, requireStrong } from './passwords.ts'

it('takes a sentence, and anything up to 128 characters', async () => {
  await requireStrong('five cedars over the harbour', [])
  await requireStrong('أرز لبنان فوق المرفأ القديم', [])
  await requireStrong(`${'a long walk by the sea '.repeat(5)}12345678`, [])
})

it.each([
  'fourteen chars',
  'passwordpassword',
  '123456789012345',
  'qwertyuiopasdfgh',
  'Qura-Raffle-2026!!',
  'adminadminadmin1',
  'aaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabc',
  `${'x'.repeat(129)}`,
])('refuses %s', (password) =>
  expect(requireStrong(password, [])).rejects.toMatchObject({ code: 'weak_password' }),
)

it('refuses more than 3,000 common passwords, made long enough in the ways people do', async () => {
  expect(commonPasswords.size).toBeGreaterThanOrEqual(3_000)
  const taken: string[] = []
  for (const common of commonPasswords)
    for (const password of [
      common.repeat(Math.ceil(15 / common.length)),
      `${common}${'123456789012345'.slice(0, Math.max(4, 15 - common.length))}`,
      `${common}.Password!2026`,
    ])
      if (await isTaken(password.padEnd(15, '!!'))) taken.push(password)
  expect(taken).toEqual([])
})

const isTaken = (password: string) =>
  requireStrong(password, []).then(
    () => true,
    () => false,
  )

it('takes four words of the list and any honest sentence with some of them', async () => {
  await requireStrong('purple-kitten-rocket-garden', [])
  await requireStrong('my grandmother kept bees in Zahle', [])
  await requireStrong('Friday morning, two coffees and rain', [])
})

it('refuses what is made of the name and e-mail of its owner', () =>
  expect(
    requireStrong('georgekhoury1985', ['george.khoury@shop.example', 'George Khoury']),
  ).rejects.toMatchObject({ code: 'weak_password' }))

it('knows its own hash, whatever way the accents were typed', async () => {
  const stored = await hashPassword('café au bord de la mer')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('café au bord de la mer'.normalize('NFD'), stored)).toBe(true)
  expect(await isPassword('another', stored)).toBe(false)
  expect(await isPassword('anything', null)).toBe(false)
})

it('makes one-time passwords that are long and differ', () => {
  const first = oneTimePassword()
  expect(first).toMatch(/^([a-z2-9]{6}-){4}[a-z2-9]{6}$/)
  expect(oneTimePassword()).not.toBe(first)
})
