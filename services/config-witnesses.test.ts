import { describe, expect, it } from 'vitest'

import { sandboxWitnesses } from '#events/ledger/sandbox-witness.ts'

import { openReader } from './config-reader.ts'
import { readWitnesses } from './config-witnesses.ts'

const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const [one = '', two = ''] = sandboxWitnesses

function read(env: Record<string, string>, sandbox: { origin: string } | null = null) {
  const reader = openReader(env)
  return { witnesses: readWitnesses(reader, sandbox), gaps: reader.gaps }
}

describe('the witnesses of this installation', () => {
  it('are none where none are named, and the sandbox’s two in the demo', () => {
    expect(read({})).toEqual({ witnesses: { list: [], quorum: 0 }, gaps: [] })
    const demo = read({}, { origin: 'http://127.0.0.1:3001' })
    expect(demo.gaps).toEqual([])
    expect(demo.witnesses).toEqual({
      list: [
        { verifierKey: one, url: 'http://127.0.0.1:3001/witness/1' },
        { verifierKey: two, url: 'http://127.0.0.1:3001/witness/2' },
      ],
      quorum: 2,
    })
  })

  it('are named with an address, or without one where they work offline', () => {
    const env = { WITNESSES: `${one} https://w.example/, ${two}`, WITNESS_QUORUM: '1' }
    const { witnesses, gaps } = read(env, { origin: 'http://127.0.0.1:3001' })
    expect(gaps).toEqual([])
    expect(witnesses).toEqual({
      list: [
        { verifierKey: one, url: 'https://w.example' },
        { verifierKey: two, url: null },
      ],
      quorum: 1,
    })
  })

  it.each([
    ['a key of a log', { WITNESSES: key }, /not a witness's key/],
    ['what is no key', { WITNESSES: 'witness https://w.example' }, /not a witness's key/],
    ['an address without http', { WITNESSES: `${one} w.example` }, /not a witness's key/],
    ['the same twice', { WITNESSES: `${one}, ${one}` }, /twice/],
    ['a quorum of more than there are', { WITNESSES: one, WITNESS_QUORUM: '2' }, /WITNESS_QUORUM/],
    ['the sandbox’s in production', { WITNESSES: one }, /of the sandbox/],
  ])('are refused: %s', (_what, env, gap) =>
    expect(read(env).gaps).toEqual(expect.arrayContaining([expect.stringMatching(gap)])),
  )
})
