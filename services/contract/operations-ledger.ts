// The calls that read the public logs: for everybody, without a session, from anywhere. Receipts
// and proofs of one's own tickets are for who holds the order.
import { ledgerIndex } from './ledger.ts'
import { ticketReceipts } from './receipts.ts'
import type { Operation } from './operation.ts'

const tag = 'Public ledger'
const octets = 'application/octet-stream'
/** Groups of three digits, `x` before all but the last, and a width below 256. */
const place = '^(x[0-9]{3}/){0,5}[0-9]{3}([.]p/[1-9][0-9]{0,2})?$'

export const ledgerOperations: readonly Operation[] = [
  {
    name: 'listLogs',
    method: 'get',
    path: '/ledger',
    tag,
    summary: 'Every raffle with its public log, its key and how far it goes',
    who: 'anyone',
    isForEverybody: true,
    answers: { 200: { description: 'All of them, without pages.', schema: ledgerIndex } },
    problems: [],
  },
  {
    name: 'readCheckpoint',
    method: 'get',
    path: '/ledger/{raffleId}/checkpoint',
    tag,
    summary: 'The newest checkpoint with its cosignatures (C2SP tlog-checkpoint, a signed note)',
    who: 'anyone',
    isForEverybody: true,
    answers: {
      200: { description: 'The signed note.', schema: null, contentType: 'text/plain' },
    },
    problems: [],
  },
  {
    name: 'readEntryBundle',
    method: 'get',
    path: '/ledger/{raffleId}/tile/entries/{bundle}',
    pathPatterns: { bundle: place },
    tag,
    summary: 'Up to 256 entries, each as its length and its bytes (C2SP tlog-tiles)',
    who: 'anyone',
    isForEverybody: true,
    answers: { 200: { description: 'Never changes.', schema: null, contentType: octets } },
    problems: [],
  },
  {
    name: 'readTile',
    method: 'get',
    path: '/ledger/{raffleId}/tile/{level}/{tile}',
    pathPatterns: { level: '^([0-9]|[1-5][0-9]|6[0-3])$', tile: place },
    tag,
    summary: 'Up to 256 hashes of the Merkle tree (C2SP tlog-tiles)',
    who: 'anyone',
    isForEverybody: true,
    answers: { 200: { description: 'Never changes.', schema: null, contentType: octets } },
    problems: [],
  },
  {
    name: 'listReceipts',
    method: 'get',
    path: '/api/orders/{id}/receipts',
    tag,
    summary: 'For each range of tickets its entry, signed receipt, opening and, soon, its proof',
    who: 'order holder',
    answers: { 200: { description: 'None before the tickets.', schema: ticketReceipts } },
    problems: [],
  },
  {
    name: 'downloadReceipt',
    method: 'get',
    path: '/api/orders/{id}/receipts/{lineId}',
    tag,
    summary: 'The proof of one range as a file (C2SP tlog-proof); its signed receipt until then',
    who: 'order holder',
    answers: {
      200: { description: 'The file.', schema: null, contentType: 'text/plain' },
    },
    problems: ['order_not_paid'],
  },
]
