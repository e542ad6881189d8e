import { describe, expect, it } from 'vitest'

import { doorBreaches } from './house-doors.ts'

const command = 'services/commands/place-order.ts'

describe('a bare call', () => {
  it.each([
    ['to the database', `import { Pool } from 'pg'\nawait new Pool().query('select 1')`],
    ['to the database, loaded late', `const { Client } = await import('pg')`],
    ['to another server', `const answer = await fetch('https://provider.lb/pay')`],
    ['to another server, by its full name', `await globalThis.fetch('https://provider.lb')`],
    ['to another server, over node:https', `import https from 'node:https'`],
    ['to another server, over a socket', `import net from 'node:net'`],
    ['to the disk', `import { writeFile } from 'node:fs/promises'`],
    ['to the disk, without waiting', `import fs from 'fs'\nfs.readFileSync('/etc/hosts')`],
    ['to the clock for later', `setTimeout(() => void release(), 1_000)`],
    ['to the clock, again and again', `const timer = setInterval(sweep, 1_000)`],
    ['to the clock, over node:timers', `import { setTimeout } from 'node:timers/promises'`],
    ['to another process', `import { spawn } from 'node:child_process'`],
  ])('%s is refused', (_whither, text) => {
    expect(doorBreaches({ path: command, text })).toHaveLength(1)
    expect(doorBreaches({ path: 'projections/sales/projection.ts', text })).toHaveLength(1)
  })

  it('is what the doors themselves are made of', () => {
    const text = `import { Pool } from 'pg'\nsetTimeout(act, 1)`
    expect(doorBreaches({ path: 'services/io/database.ts', text })).toEqual([])
  })
})

it('names, types and words in comments are no calls', () => {
  const text = [
    `import type { Pool } from 'pg'`,
    `// fetch('https://provider.lb') would be a bare call`,
    `const prefetch = (statement: string) => database.query(statement)`,
    `await prefetch('select 1')`,
    `socket.setTimeout(2_000)`,
  ].join('\n')
  expect(doorBreaches({ path: command, text })).toEqual([])
})
