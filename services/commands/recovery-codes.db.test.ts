import { createHash } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { newId } from '../ids.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { newRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import type { FactorKey } from './sealed-totp.ts'
import type { FactorChange } from './second-factor.ts'

const key = (kid: string): FactorKey => ({ kid, bytes: Buffer.alloc(32, kid) })

let test: TestDatabase
let noted: FactorChange['act'][]
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
beforeEach(() => {
  noted = []
})

const needs = (...factorKeys: FactorKey[]) => ({ database: test.database, factorKeys })
const note = async ({ act }: FactorChange) => void noted.push(act)

async function somebody(): Promise<string> {
  const personId = newId<string>()
  await test.owner.query(
    'insert into people (person_id, full_name, created_at) values ($1, $2, clock_now())',
    [personId, 'Maya'],
  )
  return personId
}

describe('recovery codes', () => {
  it('are ten of 140 bits, and the database does not hold what they hash to', async () => {
    const personId = await somebody()
    const codes = await newRecoveryCodes(needs(key('a')), { personId, note })
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){6}[a-z2-7]{4}$/)
    const { rows } = await test.owner.query(
      'select from staff_recovery_codes where code_sha256 = any($1::bytea[])',
      [codes.map(plainHash)],
    )
    expect(rows).toEqual([])
    expect(noted).toEqual(['made recovery codes'])
  })

  it('open once each, for their owner alone, and the fact says so', async () => {
    const [personId, other] = [await somebody(), await somebody()]
    const [code = ''] = await newRecoveryCodes(needs(key('a')), { personId, note })
    const use = (who: string) =>
      useRecoveryCode(needs(key('a')), { personId: who, code: code.toUpperCase(), note })
    expect(await use(other)).toBe(false)
    const together = await Promise.all([use(personId), use(personId), use(personId)])
    expect(together.filter(Boolean)).toHaveLength(1)
    expect(noted).toEqual(['made recovery codes', 'used recovery code'])

    await test.owner.query('update staff_recovery_codes set used_at = null, person_id = $1', [
      other,
    ])
    expect(await use(other)).toBe(false)
  })

  it('end when new ones are made', async () => {
    const personId = await somebody()
    const [old = ''] = await newRecoveryCodes(needs(key('a')), { personId, note })
    await newRecoveryCodes(needs(key('a')), { personId, note })
    expect(await useRecoveryCode(needs(key('a')), { personId, code: old, note })).toBe(false)
  })

  it('count under an older key, and as they were kept before they had one', async () => {
    const personId = await somebody()
    const [code = ''] = await newRecoveryCodes(needs(key('a')), { personId, note })
    const rotated = needs(key('b'), key('a'))
    expect(await useRecoveryCode(needs(key('b')), { personId, code, note })).toBe(false)
    expect(await useRecoveryCode(rotated, { personId, code, note })).toBe(true)

    const former = 'abcd-efgh-ijkl-mnop'
    await test.owner.query('insert into staff_recovery_codes values ($1, $2)', [
      personId,
      plainHash(former),
    ])
    expect(await useRecoveryCode(rotated, { personId, code: former, note })).toBe(true)
  })
})

const plainHash = (code: string) => createHash('sha256').update(code.replaceAll('-', '')).digest()
