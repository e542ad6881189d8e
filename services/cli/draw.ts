// npm run draw: the ceremony from the terminal, by the same acts as in the draw room. For a room
// whose browser has failed, for rehearsals and for tests.
import { parseArgs } from 'node:util'

import { raffleIdSchema } from '#events/kernel/ids.ts'
import type { RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { StaffRole } from '#events/staff/events.ts'

import * as claim from '../commands/draw-claim.ts'
import type { Acting } from '../commands/draw-acts.ts'
import { recordEntropy, revealSeed } from '../commands/draw-inputs.ts'
import { keepDraw } from '../commands/draw-keeper.ts'
import type { LiveNeeds } from '../commands/draw-live.ts'
import { drawRunners, drawSeconds, roomViewerOf } from '../commands/draw-parts.ts'
import { completeDraw, publishDraw, recordBeacon } from '../commands/draw-result.ts'
import { readDrawRoom } from '../commands/draw-room.ts'
import type { RoomViewer } from '../commands/draw-room.ts'
import { sealRegister } from '../commands/draw-seal.ts'
import { closeForDraw, recordSession } from '../commands/draw-session.ts'
import { signOffAct, withdrawSignOff } from '../commands/draw-sign-offs.ts'
import { annulDraw, postponeDraw } from '../commands/draw-stop.ts'
import { readConfig } from '../config.ts'
import * as contract from '../contract/admin-draws.ts'
import { openCore } from '../core.ts'
import { openDraws } from '../draws.ts'
import type { Queryable } from '../io/database.ts'
import { sleep } from '../io/timers.ts'
import { openLog } from '../log.ts'
import { adminDatabaseUrl } from './installation.ts'
import { tellRefusal } from './refusals.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run draw -- <raffleId> [act] [--by=email] [options]

Without an act: where the draw stands and what may be done next. Each act is repeatable; acts of two
people are done by two of them, one after the other, each with --by. The regulator's person may be
the second one: sign-off, take-back and entropy.

  session    --place=… --office=… --name=… [--document=…] [--mode=beacon|local|physical]
             [--draw-at=2026-11-21T18:00:00.000Z] [--stream=https://…] [--key=verifier key]
             [--witness="name;title;office;document" …]
  close      asks about every reservation and closes
  sign-off   --act=seal|postpone|annul|forfeit       the first of two people agrees, to exactly
             [--cause=… | --reason=…] [--signature=hex | --paper=sha256]   what will be done
  take-back  --act=seal|postpone|annul|forfeit       what one has agreed to oneself
  seal       two people
  entropy    --text="D6:3 1 6 …" --reading=first|second [--signature=hex]
  reveal     [--seed=hex]                            the seed, or from the envelope
  beacon     [--round=N --signature=hex]             fetched, or pasted
  complete   the result
  publish    tells the holders
  postpone   --cause=… [--signature=hex | --paper=sha256]   two people
  annul      --cause=… [--signature=hex | --paper=sha256]   two people
  contact    --channel=phone --note=…
  identity   --document-kind=… --document=… [--show-name]
  forfeit    --reason=unclaimed|declined|not_eligible|refunded --name=witness --note=…   two people
  promote    the next place takes the prize
  deliver    --evidence=signed_receipt --sha256=…
  follow     waits for the round, the beacon and the result, and shows each step

  --draw=ID [--prize-place=N]   from postpone on, and with their sign-off: only while this draw, and
                                this place of the prize, stand there; both are printed

  --json   the whole room as one JSON object      --help   this text

The shop may be running; in a demo it must be, because the sandbox's beacon is part of it.
Exit status 0: done; 1: refused or failed, with the reason.`

const textOptions = (
  'place office name document mode draw-at stream key act text reading signature seed round ' +
  'cause paper channel note reason document-kind evidence sha256 draw prize-place'
).split(' ')

const options = {
  by: { type: 'string' },
  json: { type: 'boolean' },
  'show-name': { type: 'boolean' },
  witness: { type: 'string', multiple: true },
  ...Object.fromEntries(textOptions.map((name) => [name, { type: 'string' } as const])),
} as const

/** What was given; each act takes what it needs, and its schema refuses the rest. */
type Given = {
  texts: Readonly<Record<string, string | undefined>>
  mayShowName: boolean
  witnesses: readonly string[]
}

async function main(args: readonly string[]): Promise<void> {
  if (wantsHelp(help, args)) return
  if (args.length === 0) return void process.stdout.write(`${help}\n`)
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const { witness, json, 'show-name': mayShowName, ...texts } = values
  const given: Given = {
    texts: texts as Record<string, string>, // every other option is a text
    mayShowName: mayShowName === true,
    witnesses: witness ?? [],
  }
  const [id = '', act = 'show'] = positionals
  const raffleId = raffleIdSchema.parse(id)
  const asked = { raffleId, act, by: given.texts['by'], given, isJson: json === true }
  await withDraws(async (draws) => {
    for (const line of await perform(draws, asked)) process.stdout.write(`${line}\n`)
  })
}

export type Asked = {
  raffleId: RaffleId
  act: string
  /** E-mail of who acts, or looks. */
  by: string | undefined
  given: Given
  isJson: boolean
}

/** Does what was asked; answers what is printed then. */
export async function perform(
  draws: LiveNeeds,
  { raffleId, act, by, given, isJson }: Asked,
): Promise<string[]> {
  const member = by === undefined ? null : await staffOf(draws.database, by)
  if (act !== 'show' && act !== 'follow') {
    if (member === null) throw refused('Say who acts: --by=email of a staff account.')
    requireMay(member, act)
    const actor = { ...member, address: 'terminal' }
    await obey(draws, { raffleId, doer: { kind: 'staff', actor } }, { act, given })
  }
  if (act === 'follow') await follow(draws, raffleId)
  const viewer = member === null ? whoRunsThis : roomViewerOf(member)
  return linesOf(draws, raffleId, { viewer, isJson })
}

const nobody = '00000000-0000-4000-8000-000000000000'
/** Who has the settings of the shop reads its database as well. */
const whoRunsThis: RoomViewer = { personId: nobody, maySeePeople: true, part: 'runs' }
const refused = (message: string) => new Rejection('invalid_request', message)

async function withDraws(act: (draws: LiveNeeds) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const database = await adminDatabaseUrl()
  const core = await openCore({
    config,
    url: database.url,
    shopLogs: config.shopLogs,
    log: openLog({ level: 'error' }),
  })
  try {
    await act(openDraws(core))
  } finally {
    await core.close()
    await database.stop()
  }
}

type Member = { personId: string; role: StaffRole }

async function staffOf(database: Queryable, email: string): Promise<Member> {
  const { rows } = await database.query<Member>(
    `select person_id as "personId", role from people
      where lower(email) = $1 and role = any($2) and disabled_at is null`,
    [email.trim().toLowerCase(), drawSeconds],
  )
  const [row] = rows
  if (row === undefined) throw refused(`${email} has no part in the draws of this shop.`)
  return row
}

/** The same as in the draw room (`admin-draws.ts`). */
const actsOfSeconds: ReadonlySet<string> = new Set(['sign-off', 'take-back', 'entropy'])

function requireMay({ role }: Member, act: string): void {
  if (drawRunners.includes(role) || actsOfSeconds.has(act)) return
  throw new Rejection('not_allowed', `${act} is done by an owner or a manager, not by a ${role}.`)
}

type Wanted = { act: string; given: Given }

async function obey(draws: LiveNeeds, acting: Acting, { act, given }: Wanted): Promise<void> {
  switch (act) {
    case 'session':
      return recordSession(draws, acting, sessionOf(given))
    case 'close':
      return closeForDraw(draws, acting)
    case 'sign-off':
      return signOffAct(draws, acting, contract.signOffForm.parse(agreedOf(given)))
    case 'take-back': {
      const { act: own } = contract.signOffWithdrawal.parse({ act: given.texts['act'] })
      return withdrawSignOff(draws, acting, own)
    }
    case 'seal':
      return sealRegister(draws, acting)
    case 'entropy': {
      const { signature = null, ...reading } = contract.entropyForm.parse(
        defined({
          entropy: given.texts['text'],
          reading: given.texts['reading'],
          signature: given.texts['signature'],
        }),
      )
      return recordEntropy(draws, acting, { ...reading, signature })
    }
    case 'reveal':
      return given.texts['seed'] === undefined
        ? revealSeed(draws, acting, { source: 'operator' })
        : revealSeed(draws, acting, { source: 'envelope', seed: given.texts['seed'] })
    case 'beacon':
      return recordBeacon(draws, acting, pastedOf(given))
    case 'complete':
      return completeDraw(draws, acting)
    case 'publish':
      return publishDraw(draws, acting)
    default:
      return obeyRest(draws, acting, { act, given })
  }
}

function agreedOf({ texts }: Given) {
  const { act, cause, reason, signature, paper: paperSha256 } = texts
  return defined({ act, cause, reason, signature, paperSha256, ...shownOf({ texts }) })
}

/** What stood there when whoever acts looked last; left out: whatever stands there now. */
function shownOf({ texts }: Pick<Given, 'texts'>) {
  const place = texts['prize-place']
  return defined({ drawId: texts['draw'], place: place === undefined ? place : Number(place) })
}

async function obeyRest(draws: LiveNeeds, acting: Acting, { act, given }: Wanted): Promise<void> {
  const shown = shownOf(given)
  const stop = defined({
    cause: given.texts['cause'],
    signature: given.texts['signature'],
    paperSha256: given.texts['paper'],
    ...shown,
  })
  const unsigned = { signature: null, paperSha256: null }
  switch (act) {
    case 'postpone':
      return postponeDraw(draws, acting, { ...unsigned, ...contract.postponeForm.parse(stop) })
    case 'annul':
      return annulDraw(draws, acting, { ...unsigned, ...contract.annulForm.parse(stop) })
    case 'contact': {
      const contact = { channel: given.texts['channel'], note: given.texts['note'], ...shown }
      return claim.noteContact(draws, acting, contract.contactForm.parse(contact))
    }
    case 'identity': {
      const identity = {
        documentKind: given.texts['document-kind'],
        documentNumber: given.texts['document'],
        mayShowName: given.mayShowName,
        ...shown,
      }
      return claim.checkIdentity(draws, acting, contract.identityForm.parse(identity))
    }
    case 'forfeit': {
      const { reason, name, note } = given.texts
      const form = { reason, witnessName: name, note, ...shown }
      return claim.forfeitPrize(draws, acting, contract.forfeitForm.parse(form))
    }
    case 'promote':
      return claim.promotePrize(draws, acting, contract.promoteForm.parse(shown))
    case 'deliver': {
      const { evidence, sha256: evidenceSha256 } = given.texts
      const form = { evidence, evidenceSha256, ...shown }
      return claim.deliverPrize(draws, acting, contract.deliverForm.parse(form))
    }
    default:
      throw refused(`There is no act ${act}; see --help.`)
  }
}

function sessionOf(given: Given): contract.DrawSessionForm {
  const witnesses = given.witnesses.map((line) => {
    const [name = '', title = '', office = '', documentNumber = ''] = line.split(';')
    return { name, title, office, documentNumber }
  })
  return contract.drawSessionForm.parse(
    defined({
      mode: given.texts['mode'] ?? 'beacon',
      drawAt: given.texts['draw-at'],
      place: given.texts['place'] ?? '',
      streamUrl: given.texts['stream'],
      witnesses,
      representative: defined({
        name: given.texts['name'] ?? '',
        office: given.texts['office'] ?? '',
        documentNumber: given.texts['document'] ?? '',
        verifierKey: given.texts['key'],
      }),
    }),
  )
}

function pastedOf({ texts: { round, signature } }: Given) {
  if (signature === undefined) return null
  return { round: Number(round), signature }
}

/** Without what was not given. */
const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const FOLLOW_MS = 1_000

/** Goes on by itself as the shop's own keeper does. */
async function follow(draws: LiveNeeds, raffleId: RaffleId): Promise<void> {
  const shown = bar('draw')
  try {
    for (;;) {
      await keepDraw(draws, raffleId)
      const room = await readDrawRoom(draws, raffleId, {
        personId: nobody,
        maySeePeople: false,
        part: 'watches',
      })
      const step = room.steps.find(({ state }) => state !== 'done' && state !== 'skipped')
      const done = room.steps.filter(({ state }) => state === 'done').length
      shown.update(done, step?.name ?? 'done', room.steps.length)
      if (room.result !== null || room.drawId === null || room.stage === 'postponed') return
      await sleep(FOLLOW_MS)
    }
  } finally {
    shown.stop()
  }
}

type Looking = { viewer: RoomViewer; isJson: boolean }

async function linesOf(
  draws: LiveNeeds,
  raffleId: RaffleId,
  { viewer, isJson }: Looking,
): Promise<string[]> {
  const room = await readDrawRoom(draws, raffleId, viewer)
  if (isJson) return [JSON.stringify(room)]
  const { raffle, drawId, place, holder, result } = room
  const next = room.acts.filter(({ isAllowed }) => isAllowed).map(({ act }) => act)
  return [
    `${raffle.raffleNumber} ${raffle.name}: ${room.stage} (${room.mode})`,
    ...(drawId === null ? [] : [`draw: ${drawId}`]),
    ...(place === null ? [] : [`where: ${place}`]),
    ...room.steps.map(({ name, state, at, deadline }) =>
      [`  ${name}`, state, at ?? (deadline === null ? '' : `by ${deadline}`)].join('\t'),
    ),
    ...(result === null ? [] : [`numbers: ${result.numbers.join(' ')}`]),
    ...(holder === null ? [] : [`prize: ${holder.number}, place ${holder.place}`]),
    `may be done now: ${next.join(', ') || 'nothing'}`,
  ]
}

if (import.meta.main)
  await main(process.argv.slice(2)).catch((error: unknown) => tellRefusal(error))
