// The page on which anybody checks a draw, and the one file that does it offline.
import type { Widen } from './widen.ts'

export type ProofVerifyTexts = Widen<typeof proofVerifyEn>

export const proofVerifyEn = {
  title: 'Check a draw yourself',
  lead: 'Drop the evidence of a raffle here. It is checked on this device, entry by entry; nothing is sent anywhere.',
  drop: 'Drop the ZIP file here',
  choose: 'Choose a file',
  again: 'Check another one',
  keys: 'Keys you know from elsewhere',
  keysHint:
    'One on each line: the log’s key as the authority published it, and those of witnesses. Without one the evidence only agrees with itself.',
  extras: 'Receipts and openings',
  extrasHint: 'Your receipt or .tlog-proof, or the openings an auditor was given.',
  sandbox: 'This is a demonstration: take its beacon and its times for real',
  checking: (percent: number) => `Checking… ${percent} %`,
  unreadable: 'This file cannot be read as evidence of a raffle.',
  notFetched: 'The evidence could not be fetched.',
  verdicts: { pass: 'True', fail: 'False', not_evaluated: 'Not checked' },
  outcomes: [
    'Everything that was asked for holds.',
    'Something is not true.',
    'Nothing is false, but something could not be checked.',
  ],
  raffle: 'Raffle',
  prize: 'Prize',
  entries: 'Entries',
  tickets: 'Tickets',
  result: 'What the inputs give',
  first: 'Prize',
  reserve: (place: number) => `Reserve ${place}`,
  find: 'Find my ticket',
  number: 'Ticket number',
  ticket: {
    none: 'No such ticket was issued.',
    valid: (entry: number) => `Issued in entry ${entry}, and valid.`,
    void: (entry: number) => `Issued in entry ${entry}, and void.`,
    won: 'It was drawn first.',
    reserve: (place: number) => `It was drawn as reserve ${place}.`,
    notDrawn: 'It was not drawn.',
  },
  worked: 'The first place by hand',
  steps: {
    transcript: (bytes: number) =>
      `All inputs in a row are ${bytes} bytes. Their SHA-256 begins the calculation:`,
    prk: 'HMAC-SHA-256 of them under “raffle-draw/v1/extract” is the key:',
    block: 'HMAC-SHA-256 of “raffle-draw/v1/block” and eight zero bytes under the key:',
    word: 'Its first eight bytes are the number',
    limit: (left: number) =>
      `There are ${left} tickets. Numbers up to the largest multiple of that are fair:`,
    skipped: 'A number beyond it is skipped, and the next eight bytes are taken:',
    remainder: 'Divided by the number of tickets it leaves the remainder',
    ticket: (index: number) =>
      `Counting the valid tickets from 0, the one in place ${index} is number`,
  },
  pick: 'Or check a raffle that was drawn here',
  pickNone: 'No raffle has been drawn yet.',
  pickFailed: 'The list of raffles could not be loaded.',
  check: 'Check it',
  download: 'Download the evidence',
  more: (count: number) => `and ${count} more`,
}
