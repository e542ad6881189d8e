import { describe, expect, it } from 'vitest'

import { sha256 } from '../testing/hashes.ts'
import { checkpointBy, cosignedBy, lineBy, logKey, tools, witnessKey } from '../testing/notes.ts'
import { checkpointBody } from './checkpoint.ts'
import { formatNote } from './note.ts'
import { openCheckpoint, parsePolicy, quorumTime } from './policy.ts'

const log = logKey('shop.example/ledger/1')
const [one, two] = [witnessKey('witness.example/1'), witnessKey('witness.example/2')]
const text = { log: log.verifierKey, witnesses: [one.verifierKey, two.verifierKey], quorum: 2 }
const tree = { size: 3, root: new Uint8Array(32).fill(7) }

describe('a policy', () => {
  it('is read from the leaf', () =>
    expect(parsePolicy(text, sha256)).toEqual({
      log: log.key,
      witnesses: [one.key, two.key],
      quorum: 2,
    }))

  it('may do without witnesses', () =>
    expect(parsePolicy({ ...text, quorum: 0 }, sha256)?.quorum).toBe(0))

  it.each([
    ['a log that signs as a witness', { log: one.verifierKey }],
    ['a witness that signs as a log', { witnesses: [log.verifierKey, two.verifierKey] }],
    ['the same witness twice', { witnesses: [one.verifierKey, one.verifierKey] }],
    [
      'a witness that signs as a log, although the others would do',
      { witnesses: [log.verifierKey, two.verifierKey], quorum: 1 },
    ],
    ['a key that is none', { witnesses: ['key', two.verifierKey] }],
    ['a quorum of more than there are', { quorum: 3 }],
    ['a quorum below zero', { quorum: -1 }],
    ['half a quorum', { quorum: 0.5 }],
    ['a log key that is none', { log: 'key' }],
  ])('is refused: %s', (_what, change) =>
    expect(parsePolicy({ ...text, ...change }, sha256)).toBeNull(),
  )
})

describe('a checkpoint under a policy', () => {
  const policy = parsePolicy(text, sha256)!
  const opened = (note: string) => openCheckpoint(note, policy, tools)

  it('has its quorum when the last of the earliest witnesses had signed', () => {
    const note = checkpointBy(log, tree, [
      [one, 1_000],
      [two, 2_000],
    ])
    expect(opened(note)?.quorumTime).toBe(2_000)
    expect(quorumTime([{ time: 9 }, { time: 3 }, { time: 5 }], 2)).toBe(5)
  })

  it('without enough witnesses is a checkpoint without a quorum', () =>
    expect(opened(checkpointBy(log, tree, [[one, 1_000]]))).toMatchObject({
      checkpoint: { size: 3 },
      quorumTime: null,
    }))

  it('needs no witness where none is asked for', () =>
    expect(
      openCheckpoint(checkpointBy(log, tree), { ...policy, quorum: 0 }, tools)?.quorumTime,
    ).toBe(0))

  it('of another log, or signed by another key, is none', () => {
    expect(opened(checkpointBy(logKey('shop.example/ledger/2'), tree))).toBeNull()
    const thief = { ...logKey('thief'), key: { ...log.key, publicKey: two.key.publicKey } }
    expect(opened(checkpointBy(thief, tree))).toBeNull()
    expect(opened('no note')).toBeNull()
    const words = formatNote({ body: 'words\n', signatures: [lineBy(log, 'words\n')] })
    expect(opened(words)).toBeNull()
  })

  it('under the name of another log is none, although this log has signed it', () => {
    const body = checkpointBody({ origin: 'shop.example/ledger/2', ...tree })
    expect(opened(formatNote({ body, signatures: [lineBy(log, body)] }))).toBeNull()
  })

  it('with a line of a known witness that does not verify is none', () => {
    const body = checkpointBody({ origin: log.key.name, ...tree })
    const line = cosignedBy(one, body.replace('3', '4'), 1_000)
    expect(opened(formatNote({ body, signatures: [lineBy(log, body), line] }))).toBeNull()
  })
})
