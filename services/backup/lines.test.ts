import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'

import { expect, it } from 'vitest'

import { linesIn } from './lines.ts'

const lines = ['{"name":"خوري"}', '', '{"note":"one\u2028two\u2029three\r"}', '{"sign":"🎟️"}', 'é']

/** Cut after every so many bytes, in the middle of characters too. */
async function* cut(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

it('puts lines and characters together again wherever the bytes were cut', async () => {
  for (const text of [lines.join('\n'), `${lines.join('\n')}\n`]) {
    const bytes = Buffer.from(text)
    for (let size = 1; size <= bytes.length; size++)
      expect({ size, lines: await Array.fromAsync(linesIn(cut(bytes, size))) }).toEqual({
        size,
        lines,
      })
  }
  expect(await Array.fromAsync(linesIn(cut(Buffer.alloc(0), 1)))).toEqual([])
})

it('takes no more than it is asked for out of what it reads', async () => {
  const many = Array.from({ length: 20_000 }, () => randomBytes(50).toString('hex'))
  const bytes = gzipSync(many.join('\n'))
  let given = 0
  async function* pieces() {
    for await (const piece of cut(bytes, 1_000)) {
      given += piece.length
      yield piece
    }
  }
  const read: string[] = []
  for await (const line of linesIn(Readable.from(pieces()).pipe(createGunzip()))) {
    read.push(line)
    if (read.length === 1_000) break
  }
  expect(read).toEqual(many.slice(0, 1_000))
  expect(given).toBeLessThan(bytes.length / 2)
})
