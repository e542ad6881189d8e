import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, it } from 'vitest'

import { utf8 } from '../kernel/bytes.ts'
import { sha256 } from '../testing/hashes.ts'
import { cosignatureType, verifierKeyOf } from './note.ts'
import { sandboxWitnesses, sandboxWitnessName } from './sandbox-witness.ts'

it('are two, whose secrets everybody can work out', () => {
  const keys = [1, 2].map((number) => {
    const secret = sha256(utf8(`qura sandbox witness ${number}`))
    const publicKey = ed25519.getPublicKey(secret)
    return verifierKeyOf(
      { name: sandboxWitnessName(number), type: cosignatureType, publicKey },
      sha256,
    )
  })
  expect(sandboxWitnesses).toEqual(keys)
})
