// A leak that is planted among the lines of a process is found, however it comes through the pipe.
import { PassThrough } from 'node:stream'

import { describe, expect, it } from 'vitest'

import { openLog } from '../log.ts'
import { purchaseCall } from './buyer.ts'
import { openOverhearing } from './overhearing.ts'
import type { PassedOn } from './overhearing.ts'

const buyer = purchaseCall({ origin: 'http://shop.example', items: [], nth: 7 }).body as Buyer
type Buyer = Record<'customerName' | 'customerEmail' | 'customerPhone', string>

/** What was passed on, and what was found, of a process that prints this and ends. */
async function overhear(pieces: readonly string[], from: PassedOn = 'error') {
  const passedOn: string[] = []
  const out = { write: (text: string) => passedOn.push(text) }
  const child = { stdout: new PassThrough(), stderr: new PassThrough() }
  const overhearing = openOverhearing(from, { stdout: out, stderr: out })
  overhearing.listen(child)
  for (const piece of pieces) child.stdout.write(piece)
  child.stdout.end()
  child.stderr.end()
  const found = await overhearing.requireNobodyTold().then(
    () => null,
    (error: Error) => error.message,
  )
  return { passedOn: passedOn.join(''), found }
}

describe('of buyers', () => {
  it.each([
    ['a name', buyer.customerName],
    ['an e-mail', buyer.customerEmail],
    ['a phone', buyer.customerPhone],
    ['a phone as it is dialled', buyer.customerPhone.replace('+961', '0')],
    ['a phone in pieces', buyer.customerPhone.replace(/^\+961(\d\d)(\d{3})/, '$1 $2 ')],
  ])('%s is found in a line that nobody is shown', async (_what, word) => {
    const line = `{"level":"warn","message":"bought by ${word}"}\n`
    const { passedOn, found } = await overhear(['{"level":"info"}\n', line])
    expect(passedOn).toBe('')
    expect(found).toContain('told of buyers (K56) 1 times')
    expect(found).toContain(word)
  })

  it('a name that comes in two pieces, and more of them than are kept', async () => {
    const { found } = await overhear(['Zeina Kho', 'ury\n', 'Zeina Khoury\n'.repeat(20)])
    expect(found).toContain('21 times')
    expect(found?.split('\n')).toHaveLength(6)
  })

  it('what our log has masked is none, and neither is an id', async () => {
    let logged = ''
    const log = openLog({ level: 'warn', destination: { write: (line) => void (logged += line) } })
    log.warn({ customerName: buyer.customerName, said: buyer.customerEmail }, 'refused')
    log.warn({ orderId: '71100007-7110-4007-8007-711000077110' }, `for ${buyer.customerPhone}`)
    expect((await overhear([logged])).found).toBeNull()
  })
})

it('passes on what is as bad as was asked for, and what is no line of a log', async () => {
  const lines = openLines(['warn', 'error', 'fatal'])
  const stack = 'Error: at its end\n    at somewhere\n'
  expect((await overhear([...lines, stack])).passedOn).toBe(`${lines[1]}${lines[2]}${stack}`)
  expect((await overhear([...lines, stack], 'fatal')).passedOn).toBe(`${lines[2]}${stack}`)
})

/** As our log writes them. */
function openLines(levels: readonly ('warn' | 'error' | 'fatal')[]): string[] {
  const lines: string[] = []
  const log = openLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } })
  for (const level of levels) log[level]({ orderId: 'one' }, 'something')
  return lines
}
