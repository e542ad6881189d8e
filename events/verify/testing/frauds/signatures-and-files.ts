// Frauds against signatures and witnesses, and against the files of the bundle.
import { annulMessage } from '../../../draw/representative.ts'
import { base64Of, utf8 } from '../../../kernel/bytes.ts'
import { formatNote, parseNote, verifierKeyOf } from '../../../ledger/note.ts'
import { receiptBody, receiptKey } from '../../../ledger/receipt.ts'
import { sha256 } from '../../../testing/hashes.ts'
import { sealManifest, tileFiles, type MadeBundle } from '../bundle.ts'
import {
  attackerLog,
  lineBy,
  log as logKey,
  nextLog,
  origin,
  raffleId,
  representative,
  signedBy,
  witnesses,
} from '../keys.ts'
import type { Plan } from '../plan.ts'
import { instant, rotateAtClose, sealBodyOf } from '../true-raffle.ts'
import {
  appendSteps,
  checkpointName,
  checkpointOf,
  delay,
  edit,
  insertAfter,
  rewrite,
  stepOf,
  type Fraud,
} from './fraud.ts'

const signatures = { family: 'signatures and witnesses', isHidden: true } as const
const bundleFiles = { family: 'bundle files', isHidden: true } as const
const drawId = `${raffleId}/D1`

export const signatureFrauds: readonly Fraud[] = [
  {
    ...signatures,
    name: 'the newest checkpoint is signed by another key',
    check: 'b',
    isHidden: false,
    isForeign: true,
    plan: (plan) => void (checkpointOf(plan, 'delivered').signer = attackerLog),
  },
  {
    ...signatures,
    name: 'the whole log is made again under a key of the attacker',
    check: 'b',
    isForeign: true,
    plan: (plan) => {
      rewrite(plan, 'published', ({ policy }) => ({
        policy: { ...(policy as object), log: attackerLog.verifierKey },
      }))
      for (const checkpoint of plan.checkpoints) checkpoint.signer = attackerLog
    },
  },
  {
    ...signatures,
    name: 'only one witness has seen the newest tree',
    check: 'b',
    plan: (plan) => {
      const checkpoint = checkpointOf(plan, 'delivered')
      checkpoint.witnesses = checkpoint.witnesses.slice(0, 1)
    },
  },
  {
    ...signatures,
    name: 'the witnesses are ones that nobody outside knows',
    check: 'b',
    input: () => ({
      trust: { keys: [logKey, representative, witnesses[0]!].map((one) => one.verifierKey) },
    }),
  },
  {
    ...signatures,
    name: 'a witness that nobody outside knows makes up the quorum',
    check: 'b',
    plan: (plan) => {
      const checkpoint = checkpointOf(plan, 'delivered')
      checkpoint.witnesses = checkpoint.witnesses.slice(0, 2)
    },
    input: () => ({
      trust: {
        keys: [logKey, representative, ...witnesses.slice(1)].map((one) => one.verifierKey),
      },
    }),
  },
  {
    ...signatures,
    name: 'one witness stands in the policy under two names',
    check: 'b',
    isHidden: false,
    plan: (plan) =>
      rewrite(plan, 'published', ({ policy }) => {
        const [first] = witnesses
        const keys = [first!.verifierKey, first!.verifierKey]
        return { policy: { ...(policy as object), witnesses: keys } }
      }),
  },
  {
    ...signatures,
    name: 'a witness’s line is copied from another checkpoint',
    check: 'b',
    isHidden: false,
    files: ({ files, log }) => {
      const [first, last] = [checkpointName(files, 'first'), checkpointName(files, 'last')]
      const text = (name: string) => new TextDecoder().decode(files.get(name))
      const [own, ...others] = parseNote(text(last))!.signatures
      const copied = parseNote(text(first))!.signatures.slice(1, 2)
      const note = { body: parseNote(text(last))!.body, signatures: [own!, ...copied, ...others] }
      files.set(last, utf8(formatNote(note)))
      sealManifest(files, log.entries.length)
    },
  },
  {
    ...signatures,
    name: 'the log has shown another history to somebody, signed with its real key',
    check: 'd',
    plan: (plan) =>
      plan.checkpoints.push({ after: 'sale 50', witnesses: [], root: sha256(utf8('a fork')) }),
  },
  {
    ...signatures,
    name: 'the witnesses saw the seal too late for anybody to object',
    check: 'i',
    plan: (plan) => delay(checkpointOf(plan, 'seal 1'), 6 * 60),
    isHidden: false,
  },
  {
    ...signatures,
    name: 'the sale on a customer’s receipt is not the one in the log',
    check: 'd',
    input: () => ({
      receipts: [{ name: 'receipt', text: receiptFor(20, sha256(utf8('the dropped sale'))) }],
    }),
  },
  {
    ...signatures,
    name: 'the representative’s countersignature of an annulment is invented',
    check: 'o',
    plan: (plan) => annulledBy(plan, logKey),
  },
  {
    ...signatures,
    name: 'the log’s later key, known from another raffle, countersigns an annulment',
    check: 'o',
    plan: (plan) => {
      rotateAtClose(plan, nextLog, true)
      annulledBy(plan, nextLog)
      plan.checkpoints.at(-1)!.signer = nextLog
    },
    input: () => {
      const elsewhere = verifierKeyOf({ ...nextLog.key, name: 'another-raffle.example' }, sha256)
      const known = [logKey, ...witnesses, representative].map((one) => one.verifierKey)
      return { trust: { keys: [...known, elsewhere] } }
    },
  },
  {
    ...signatures,
    name: 'the log changes its key without the key it had',
    check: 'b',
    plan: (plan) =>
      insertAfter(plan, 'closed', {
        name: 'rotated',
        at: stepOf(plan, 'closed').at,
        type: 'SigningKeyRotated',
        make: () => ({ verifierKey: logKey.verifierKey, previous: attackerLog.verifierKey }),
      }),
  },
  {
    ...signatures,
    name: 'who can write to the database names a key of his own and signs on without the old one',
    check: 'b',
    isForeign: true,
    plan: (plan) => rotateAtClose(plan, attackerLog, false),
  },
]

function annulledBy(plan: Plan, signer: typeof representative): void {
  const { at } = stepOf(plan, 'delivered')
  const data = { drawId, cause: 'register_error' }
  appendSteps(plan, {
    name: 'annulled',
    at: instant(Date.parse(at) + 1000),
    type: 'DrawAnnulled',
    make: (made) => {
      const message = annulMessage({ ...data, sealBody: sealBodyOf(made).body })
      return { ...data, signature: signedBy(signer, message) }
    },
  })
}

function receiptFor(index: number, leaf: Uint8Array): string {
  const body = receiptBody({ origin, index, leaf, at: '2026-01-10T08:20:00.217Z' })
  const key = { ...logKey, key: receiptKey(logKey.key) }
  return formatNote({ body, signatures: [lineBy(key, body)] })
}

const sizeOf = ({ log }: MadeBundle) => log.entries.length

/** The terms name who gave the licence, and on which day. */
export const licensed = (plan: Plan): void =>
  rewrite(plan, 'published', () => ({
    licenceAuthority: 'National Lottery Directorate',
    licenceDate: '2026-01-02',
  }))

export const fileFrauds: readonly Fraud[] = [
  {
    ...bundleFiles,
    name: 'a file is changed after the manifest was written',
    check: 'a',
    files: ({ files }) => void files.set('README.txt', utf8('nothing to see\n')),
  },
  {
    ...bundleFiles,
    name: 'a file is slipped in that the manifest does not list',
    check: 'a',
    files: ({ files }) => void files.set('checkpoints/note.txt', utf8('trust me\n')),
  },
  {
    ...bundleFiles,
    name: 'a file is taken out, and the manifest written anew',
    check: 'a',
    files: (bundle) => {
      bundle.files.delete('verify.html')
      sealManifest(bundle.files, sizeOf(bundle))
    },
  },
  {
    ...bundleFiles,
    name: 'the verifier in the bundle is not the one that the draw has named',
    check: 'a',
    files: (bundle) => edit(bundle, 'verify.mjs', (text) => `${text}process.exit(0)\n`),
  },
  {
    ...bundleFiles,
    name: 'a hash in a tile is changed',
    check: 'c',
    files: (bundle) => {
      const tile = bundle.files.get('tile/0/000.p/160') ?? bundle.files.get(firstTile(bundle))!
      tile[40] = tile[40]! ^ 1
      sealManifest(bundle.files, sizeOf(bundle))
    },
  },
  {
    ...bundleFiles,
    name: 'a sale is given other commitments, with all tiles made anew but not signed',
    check: 'c',
    isHidden: false,
    files: (bundle) => {
      const entries = [...bundle.log.bytes]
      const text = new TextDecoder().decode(entries[20])
      entries[20] = utf8(text.replace(/"holderCommit":"..../, '"holderCommit":"0000'))
      for (const [name, bytes] of tileFiles(entries)) bundle.files.set(name, bytes)
      sealManifest(bundle.files, sizeOf(bundle))
    },
  },
  {
    ...bundleFiles,
    name: 'the end of the log is left out',
    check: 'c',
    isHidden: false,
    files: (bundle) => {
      for (const name of bundle.files.keys())
        if (name.startsWith('tile/entries/')) bundle.files.delete(name)
      sealManifest(bundle.files, sizeOf(bundle))
    },
  },
  {
    ...bundleFiles,
    name: 'a second set of entries lies in the bundle',
    check: 'c',
    files: (bundle) => {
      bundle.files.set('tile/entries/001', utf8('another history'))
      sealManifest(bundle.files, sizeOf(bundle))
    },
  },
  {
    ...bundleFiles,
    name: 'the certificate names another winner',
    check: 'n',
    files: (bundle) =>
      edit(bundle, 'certificate.html', (text) =>
        text.replace(/class="win"><bdi>\d+/, 'class="win"><bdi>42'),
      ),
  },
  {
    ...bundleFiles,
    name: 'the certificate names another authority that gave the licence',
    check: 'n',
    plan: licensed,
    files: (bundle) =>
      edit(bundle, 'certificate.html', (text) =>
        text.replace('National Lottery Directorate', 'National Cookery Directorate'),
      ),
  },
  {
    ...bundleFiles,
    name: 'the policy file asks for fewer witnesses than were published',
    check: 'b',
    files: (bundle) =>
      edit(bundle, 'policy.json', (text) => text.replace('"quorum":2', '"quorum":1')),
  },
  {
    ...bundleFiles,
    name: 'an entry of a kind that nobody has described is in the log',
    check: 'e',
    plan: (plan) =>
      insertAfter(plan, 'sale 3', {
        name: 'odd',
        at: stepOf(plan, 'sale 3').at,
        type: 'TicketsBlessed',
        make: () => ({ note: base64Of(utf8('hello')) }),
      }),
  },
]

const firstTile = ({ files }: MadeBundle) =>
  [...files.keys()].find((name) => name.startsWith('tile/0/'))!
