import { describe, expect, it } from 'vitest'

import { sha256 } from '../testing/hashes.ts'
import { lineBy, logKey, tools } from '../testing/notes.ts'
import { formatNote, keyIdOf } from './note.ts'
import { openReceipt, parseReceiptBody, receiptBody, receiptKey } from './receipt.ts'

const log = logKey('shop.example/ledger/1')
const key = receiptKey(log.key)
const receipt = {
  origin: log.key.name,
  index: 41,
  leaf: new Uint8Array(32).fill(1),
  at: '2026-11-21T08:00:00.000Z',
}
const body = receiptBody(receipt)
const note = formatNote({ body, signatures: [lineBy({ ...log, key }, body)] })

describe('a receipt', () => {
  it('is five lines that are read back', () => {
    expect(body).toBe(
      'qura receipt/v1\nshop.example/ledger/1\n41\n' +
        'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\n2026-11-21T08:00:00.000Z\n',
    )
    expect(parseReceiptBody(body)).toEqual(receipt)
  })

  it('is never written with what could not be read back', () => {
    for (const name of ['', 'two words'])
      expect(() => receiptBody({ ...receipt, origin: name })).toThrow(/one word/)
    for (const index of [-1, 0.5])
      expect(() => receiptBody({ ...receipt, index })).toThrow(/whole number/)
    const short = receipt.leaf.slice(1)
    expect(() => receiptBody({ ...receipt, leaf: short })).toThrow(/32 bytes/)
    expect(() => receiptBody({ ...receipt, at: 'today' })).toThrow(/UTC instant/)
    for (const index of [0, 5, 123])
      expect(parseReceiptBody(receiptBody({ ...receipt, index }))?.index).toBe(index)
    expect(openReceipt('no note', log.key, tools)).toBeNull()
  })

  it('opens under the key of its log, in its own name', () => {
    expect(key.name).toBe('shop.example/ledger/1/receipt')
    expect(keyIdOf(key, sha256)).not.toEqual(keyIdOf(log.key, sha256))
    expect(openReceipt(note, log.key, tools)).toEqual(receipt)
  })

  it('of another log, under another name or with another index is none', () => {
    expect(openReceipt(note, logKey('shop.example/ledger/2').key, tools)).toBeNull()
    const asLog = formatNote({ body, signatures: [lineBy(log, body)] })
    expect(openReceipt(asLog, log.key, tools)).toBeNull()
    expect(openReceipt(note.replace('\n41\n', '\n42\n'), log.key, tools)).toBeNull()
    const signed = (text: string) =>
      formatNote({ body: text, signatures: [lineBy({ ...log, key }, text)] })
    expect(openReceipt(signed(body), log.key, tools)).toEqual(receipt)
    expect(openReceipt(signed('words\n'), log.key, tools)).toBeNull()
    const others = receiptBody({ ...receipt, origin: 'shop.example/ledger/2' })
    expect(openReceipt(signed(others), log.key, tools)).toBeNull()
  })

  it.each([
    ['another first line', body.replace('v1', 'v2')],
    ['a line more', `${body}more\n`],
    ['an index with a zero before it', body.replace('\n41\n', '\n041\n')],
    ['an origin of two words', body.replace('shop.example', 'shop example')],
    ['an instant without milliseconds', body.replace('.000Z', 'Z')],
    ['a hash of another length', body.replace('AQEB', '')],
    ['a hash that is no base64', body.replace('AQEB', '!!!!')],
    ['no origin', body.replace('shop.example/ledger/1', '')],
    ['an index past 2^53', body.replace('\n41\n', '\n9007199254740992\n')],
    ['an index with a word behind it', body.replace('\n41\n', '\n41x\n')],
    ['an instant with a word around it', body.replace('2026', 'x2026')],
    ['a line less', body.slice(0, -1)],
    ['an empty line', `${body}\n`],
    ['a word behind the last newline', `${body}x`],
  ])('is refused: %s', (_what, text) => expect(parseReceiptBody(text)).toBeNull())
})
