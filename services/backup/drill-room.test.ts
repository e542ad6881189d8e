import { expect, it } from 'vitest'

import { requireRoom } from './drill-room.ts'
import { BackupRefused } from './restore.ts'

const database = { name: 'the volume of PostgreSQL (/srv)', freeBytes: 30e9 }
const scratch = { name: 'the volume of DRILL_DIR (/tmp)', freeBytes: 20e9 }

it('a drill begins where there is room for twice the database, on every volume', () => {
  requireRoom({ databaseBytes: 10e9, times: 2, volumes: [database, scratch] })
  requireRoom({ databaseBytes: 0, times: 2, volumes: [{ ...database, freeBytes: 0 }] })
})

it('and is refused with the figures where there is not', () => {
  const refusal = (databaseBytes: number) => {
    try {
      requireRoom({ databaseBytes, times: 2, volumes: [database, scratch] })
    } catch (error) {
      expect(error).toBeInstanceOf(BackupRefused)
      return (error as Error).message
    }
    return null
  }
  expect(refusal(10e9 + 1)).toBe(
    'no room for a drill: the database has 10000 MB, a drill wants 2 times that (20000 MB), ' +
      'and the volume of DRILL_DIR (/tmp) has 20000 MB free',
  )
  expect(refusal(16e9)).toBe(
    'no room for a drill: the database has 16000 MB, a drill wants 2 times that (32000 MB), ' +
      'and the volume of PostgreSQL (/srv) has 30000 MB free, ' +
      'the volume of DRILL_DIR (/tmp) has 20000 MB free',
  )
})
