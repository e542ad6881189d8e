import { describe, expect, it } from 'vitest'

import { textOf } from '../kernel/bytes.ts'
import { sha256 } from '../testing/hashes.ts'
import { checkpointBy, cosignedBy, lineBy, logKey, tools, witnessKey } from '../testing/notes.ts'
import { cosignatureLine, cosignatureMessage, cosignaturesOf } from './cosignature.ts'
import { formatNote, parseNote, parseVerifierKey } from './note.ts'
import type { Note } from './note.ts'

const origin = 'example.com/behind-the-sofa'
const body = `${origin}\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n`
const log = logKey(origin)
const [one, two] = [witnessKey('witness.example/w1'), witnessKey('witness.example/w2')]
const noteWith = (...signatures: Note['signatures']): Note => ({
  body,
  signatures: [lineBy(log, body), ...signatures],
})

it('signs the message of the specification', () =>
  expect(textOf(cosignatureMessage({ body, time: 1_679_315_147 }))).toBe(
    'cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\n' +
      'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n',
  ))

it('is the time and the signature in a line of type 4, as others read it', () => {
  const line = cosignedBy(one, body, 1_679_315_147)
  expect(line.signature.slice(0, 8)).toEqual(Uint8Array.of(0, 0, 0, 0, 0x64, 0x18, 0x50, 0xcb))
  expect(line.signature).toHaveLength(72)
  expect(parseVerifierKey(one.verifierKey, sha256)).toEqual(one.key)
  const read = parseNote(formatNote(noteWith(line)))!
  expect(read.signatures[1]).toEqual(line)
})

it('is made of a time, a body and a key that can be cosigned with', () => {
  for (const time of [0, 1.5]) expect(() => cosignatureMessage({ body, time })).toThrow(/seconds/)
  const cut = body.slice(0, -1)
  expect(() => cosignatureMessage({ body: cut, time: 1 })).toThrow(/newline/)
  const made = { key: one.key, time: 1, signature: new Uint8Array(64) }
  expect(() => cosignatureLine({ ...made, key: log.key }, sha256)).toThrow(/type 4/)
  const short = new Uint8Array(63)
  expect(() => cosignatureLine({ ...made, signature: short }, sha256)).toThrow(/64 bytes/)
})

describe('the cosignatures of known witnesses', () => {
  it('are found with their times, among lines of strangers', () => {
    const note = parseNote(
      checkpointBy(log, { size: 9, root: new Uint8Array(32) }, [
        [two, 1_700_000_007],
        [witnessKey('stranger.example'), 5],
        [one, 1_700_000_003],
      ]),
    )!
    const found = cosignaturesOf(note, [one.key, two.key], tools)!
    expect(found.map(({ key, time }) => [key.name, time])).toEqual([
      ['witness.example/w1', 1_700_000_003],
      ['witness.example/w2', 1_700_000_007],
    ])
  })

  it('count once for each key, however often one has signed', () => {
    const note = noteWith(cosignedBy(one, body, 10), cosignedBy(one, body, 11))
    expect(cosignaturesOf(note, [one.key], tools)).toHaveLength(1)
  })

  it.each([
    [
      'another time',
      (line: Uint8Array) => Uint8Array.from([...line.slice(0, 7), 9, ...line.slice(8)]),
    ],
    [
      'a changed signature',
      (line: Uint8Array) => Uint8Array.from([...line.slice(0, 71), line[71]! ^ 1]),
    ],
    ['no time', (line: Uint8Array) => line.slice(8)],
    ['a byte too many', (line: Uint8Array) => Uint8Array.from([...line, 0])],
    ['time zero', (line: Uint8Array) => Uint8Array.from([...new Uint8Array(8), ...line.slice(8)])],
  ])('are refused with the whole note: %s', (_what, change) => {
    const line = cosignedBy(one, body, 10)
    const note = noteWith({ ...line, signature: change(line.signature) })
    expect(cosignaturesOf(note, [one.key], tools)).toBeNull()
  })

  it('are not those of another body', () => {
    const line = cosignedBy(one, body.replace('20852163', '20852164'), 10)
    expect(cosignaturesOf(noteWith(line), [one.key], tools)).toBeNull()
  })

  it('are not those of who has only the name, or only the key id', () => {
    const line = cosignedBy(one, body, 10)
    for (const other of [{ name: 'other.example' }, { keyId: Uint8Array.of(1, 2, 3, 4) }])
      expect(cosignaturesOf(noteWith({ ...line, ...other }), [one.key], tools)).toEqual([])
  })

  it('never come from a log key', () =>
    expect(cosignaturesOf(noteWith(), [log.key], tools)).toEqual([]))
})
