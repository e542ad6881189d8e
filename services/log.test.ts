import { describe, expect, it } from 'vitest'

import { maskPhones, openLog } from './log.ts'

describe('the log', () => {
  it('hides what is personal by its name, at any depth', () => {
    const line = written((log) =>
      log.info(
        { orderId: 'a', buyer: { phone: '+96170123456', cart: [{ email: 'x@y' }] } },
        'paid',
      ),
    )
    expect(line).toMatchObject({
      level: 'info',
      message: 'paid',
      orderId: 'a',
      buyer: { phone: '[hidden]', cart: [{ email: '[hidden]' }] },
    })
  })

  it('masks phones in free text and in errors, with their causes', () => {
    const cause = new Error('Key (phone)=(+961 70 123 456) exists')
    const line = written((log) =>
      log.error({ problem: new Error('for 0096170123456', { cause }) }, 'call +96170123456 failed'),
    )
    expect(JSON.stringify(line)).not.toMatch(/70 ?123 ?4/)
    expect(line.message).toBe('call +…56 failed')
  })

  it('masks e-mails, and the value that PostgreSQL quotes when it cannot read it', () => {
    const refused = Object.assign(new Error('invalid input syntax for type uuid: "Zenobia 12"'), {
      code: '22P02',
    })
    const line = written((log) =>
      log.error({ error: refused }, 'mail to maya.h@example.com failed'),
    )
    expect(JSON.stringify(line)).not.toMatch(/zenobia|maya/i)
    expect(line.message).toBe('mail to …@… failed')
  })

  it('leaves ids, amounts and instants alone', () => {
    const texts = [
      'c2f1a9d4-0096-4171-8234-567890123456',
      '2026-11-21T08:00:00.000Z',
      'total 96112345678901',
    ]
    for (const text of texts) expect(maskPhones(text)).toBe(text)
  })

  it('tells the time in UTC, as ISO 8601', () => {
    const before = Date.now()
    const { at } = written((log) => log.info('paid'))
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(String(at)) - before).toBeGreaterThanOrEqual(0)
    expect(Date.now() - Date.parse(String(at))).toBeGreaterThanOrEqual(0)
  })

  it('keeps one event on one line', () => {
    const lines: string[] = []
    const log = openLog({ level: 'info', destination: { write: (text) => void lines.push(text) } })
    log.info({ word: 'a\r\nb' }, 'two\nlines')
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd()).not.toContain('\n')
  })
})

type Line = Record<string, unknown>

function written(act: (log: ReturnType<typeof openLog>) => void): Line {
  const lines: string[] = []
  act(openLog({ level: 'info', destination: { write: (text) => void lines.push(text) } }))
  return JSON.parse(lines.join('')) as Line
}
