// Staff create, change and delete raffles. A raffle has two streams: its own public log, decided
// by its writer, and its page (words and picture) in the shop log. The public log goes first
// wherever a rule could refuse, so that a refusal leaves everything as it was.
import { createHash } from 'node:crypto'

import { cancelMessage } from '#events/draw/representative.ts'
import type { CommandId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { decideRaffle } from '#events/raffle/decide.ts'
import type { PublishedRaffle, Raffle, RaffleCommand } from '#events/raffle/decide.ts'
import { evolveRaffle } from '#events/raffle/evolve.ts'
import { rafflePageDecider } from '#events/raffle/page.ts'
import type { PageWords, RafflePage } from '#events/raffle/page.ts'

import type { ChangeRaffleForm } from '../contract/admin-raffles.ts'
import type { EventStore, Meta, RaffleWriter } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import type { Database } from '../io/database.ts'
import type { FileStore } from '../providers/files/port.ts'
import { storeImage } from '../providers/files/images.ts'
import type { Agreement } from './approvals.ts'
import { editConflict, noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { changeStream, readState } from './change-stream.ts'
import { countersigned } from './countersigned.ts'
import type { Countersigned } from './countersigned.ts'
import { readDraw } from './draw-facts.ts'
import { changedTerms, requireCoherent } from './raffle-form.ts'
import type { FormTerms } from './raffle-form.ts'
import { amendmentsOf } from './raffle-amendments.ts'
import { reasonOf } from './raffle-reasons.ts'
import { oneAtATime } from './turns.ts'

export type RaffleNeeds = {
  database: Database
  store: EventStore
  files: FileStore
  now: () => Date
}

/** The whole raffle as it stands after a command, whether or not a read model has seen it. */
export type RaffleNow = {
  raffleId: RaffleId
  raffle: PublishedRaffle
  words: PageWords
  head: number
}

export type ChangeRaffle = {
  raffleId: RaffleId
  form: ChangeRaffleForm
  image: Buffer | null
  actor: Actor
  /** From `If-Match`; undefined: whatever it is now. */
  ifVersion: string | undefined
  versionOf: (now: RaffleNow) => string
  /** Asked when nothing else refuses the change; used up before its first fact. */
  secondPerson?: (raffle: PublishedRaffle) => Promise<Agreement | undefined>
}

export async function changeRaffle(needs: RaffleNeeds, change: ChangeRaffle): Promise<RaffleNow> {
  const { raffleId, form, actor } = change
  return oneAtATime(needs.database, raffleId, async () => {
    const before = await readRaffle(needs, raffleId)
    if (change.ifVersion !== undefined && change.ifVersion !== change.versionOf(before))
      throw await editConflict(needs.database, `raffle/${raffleId}`)

    const terms = changedTerms(form, termsNow(before))
    requireCoherent(terms)
    const countersignature = await representativesWord(needs, change)
    const commands = (words: PageWords) =>
      commandsOf({ ...change, before, terms, words, needs, countersignature })
    // Asked before the picture is stored: a refused change leaves no file behind.
    const { held } = await needs.store.raffle(raffleId).state()
    const judged = commands(await wordsAfter(needs, change, before, { isDry: true }))
    dryRun(before.raffle, judged, held)
    const agreed = await change.secondPerson?.(before.raffle)
    const words = await wordsAfter(needs, change, before, { isDry: false })
    await agreed?.()
    const commandId = newId<CommandId>()
    await obey(needs.store.raffle(raffleId), commands(words), metaOf(actor, commandId))
    await writePage(needs, { raffleId, words, actor, actId: commandId })
    const after = await readRaffle(needs, raffleId)
    await noteAct(needs.database, {
      subject: `raffle/${raffleId}`,
      commandId,
      actor,
      act: 'change raffle',
      details: { ...notedChange(before, after), note: form.reason ?? null },
    })
    return after
  })
}

/** With which an under-sold raffle may be cancelled against its published rule. */
async function representativesWord(
  needs: RaffleNeeds,
  { raffleId, form }: ChangeRaffle,
): Promise<Countersigned> {
  const { signature = null, paperSha256 = null } = form
  const given = { signature, paperSha256 }
  if (signature === null && paperSha256 === null) return given
  const { drawId } = await readDraw(needs, raffleId)
  const message = cancelMessage({ raffleId, cause: reasonOf(form.reason) ?? '' })
  return countersigned(needs, { drawId, message, given })
}

function termsNow({ raffle, words }: RaffleNow): FormTerms {
  const { prizeValueCents, ticketsMax, ticketsMin, opensAt, closesAt } = raffle.terms
  return { name: words.name, prizeValueCents, ticketsMax, ticketsMin, opensAt, closesAt }
}

/** For the trail: the terms and how it stands, and of its page what differs; texts are long. */
function notedChange(before: RaffleNow, after: RaffleNow) {
  const fields = pageFields.filter((field) => before.words[field] !== after.words[field])
  return { before: notedNow(before, fields), after: notedNow(after, fields) }
}

const pageFields = ['description', 'prizeInfo', 'image'] as const

const notedNow = (now: RaffleNow, fields: readonly (keyof PageWords)[] = pageFields) => ({
  ...termsNow(now),
  status: statusNow(now.raffle),
  ...Object.fromEntries(fields.map((field) => [field, now.words[field]])),
})

async function wordsAfter(
  { files }: RaffleNeeds,
  { form, image }: ChangeRaffle,
  { words }: RaffleNow,
  { isDry }: { isDry: boolean },
): Promise<PageWords> {
  return {
    name: form.name ?? words.name,
    description: form.description ?? words.description,
    prizeInfo: form.prizeInfo ?? words.prizeInfo,
    image: image === null || isDry ? words.image : await storeImage(files, image),
  }
}

/** The terms that differ, then the status; in the order in which they are recorded. */
function commandsOf(
  change: ChangeRaffle & {
    before: RaffleNow
    terms: FormTerms
    words: PageWords
    needs: RaffleNeeds
    countersignature: Countersigned
  },
): RaffleCommand[] {
  const { before, terms, words, form, actor, needs, countersignature } = change
  const now = needs.now().toISOString()
  const reason = reasonOf(form.reason)
  const commands: RaffleCommand[] = []
  const amendments = amendmentsOf(before, { terms, words })
  if (amendments.length > 0)
    commands.push({
      type: 'AmendRaffle',
      now,
      amendments,
      reason,
      isOwner: actor.role === 'owner',
    })
  return [
    ...commands,
    ...statusCommands(before.raffle, { wanted: form.status, now, reason, countersignature }),
  ]
}

function statusCommands(
  raffle: PublishedRaffle,
  {
    wanted,
    now,
    reason,
    countersignature,
  }: {
    wanted: ChangeRaffleForm['status']
    now: string
    reason: string | null
    countersignature: Countersigned
  },
): RaffleCommand[] {
  if (wanted === undefined || wanted === statusNow(raffle)) return []
  switch (wanted) {
    case 'cancelled':
      return [{ type: 'CancelRaffle', now, reason, countersignature }]
    case 'completed':
      return [{ type: 'CompleteRaffle', now, valueSha256: sha256(now) }]
    case 'active':
      if (raffle.status === 'cancelled')
        throw new Rejection('raffle_cancelled', 'This raffle was cancelled')
      throw new Rejection('raffle_ended', 'This raffle has ended')
  }
}

/** As the board shows it: closed is not completed while a draw is still to come. */
export function statusNow({
  status,
  issued,
  draw,
}: PublishedRaffle): 'active' | 'completed' | 'cancelled' {
  if (status === 'cancelled') return 'cancelled'
  const isOver = status === 'closed' && issued === 0
  return isOver || draw?.stage === 'drawn' ? 'completed' : 'active'
}

export const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** All of them or none: what a rule would refuse is refused before the first is recorded. */
function dryRun(raffle: Raffle, commands: readonly RaffleCommand[], held: number): void {
  let state = raffle
  for (const command of commands) {
    const counted = { ...command, held }
    for (const fact of decideRaffle(counted, state)) state = evolveRaffle(state, fact)
  }
}

async function obey(
  writer: RaffleWriter,
  commands: readonly RaffleCommand[],
  meta: Meta,
): Promise<void> {
  for (const command of commands) {
    const commandId = newId<CommandId>()
    await writer.command(command, { ...meta, commandId })
  }
}

function metaOf(actor: Actor, commandId: CommandId): Meta {
  return { commandId, correlationId: commandId, actor: staffActor(actor) }
}

export async function readRaffle(needs: RaffleNeeds, raffleId: RaffleId): Promise<RaffleNow> {
  const [{ raffle, head }, { state }] = await Promise.all([
    needs.store.raffle(raffleId).state(),
    readPage(needs, raffleId),
  ])
  if (raffle.status === 'unpublished' || state.status === 'removed') throw noSuchRaffle()
  return { raffleId, raffle, head, words: wordsOf(state, raffle) }
}

const noSuchRaffle = () => new Rejection('not_found', 'There is no such raffle')

const readPage = ({ store }: RaffleNeeds, raffleId: RaffleId) =>
  readState(store, rafflePageDecider, `raffle-page/${raffleId}`)

function wordsOf(page: RafflePage, { terms }: PublishedRaffle): PageWords {
  if (page.status === 'written') return page.words
  return { name: terms.prize, description: '', prizeInfo: '', image: null }
}

type WritePage = { raffleId: RaffleId; words: PageWords; actor: Actor; actId: CommandId }

/** `actId`: whose note tells of it, from where and how the page was before. */
export async function writePage(
  { store }: Pick<RaffleNeeds, 'store'>,
  { raffleId, words, actor, actId }: WritePage,
): Promise<void> {
  await changeStream(store, {
    streamId: `raffle-page/${raffleId}`,
    decider: rafflePageDecider,
    actor: staffActor(actor),
    correlationId: actId,
    commands: () => [{ type: 'WriteRafflePage', words } as const],
  })
}

export type DeleteRaffle = {
  raffleId: RaffleId
  actor: Actor
  ifVersion: string | undefined
  versionOf: (now: RaffleNow) => string
}

/** Only one that never had a product, a hold or a ticket. Its public log says it was cancelled. */
export async function deleteRaffle(needs: RaffleNeeds, wanted: DeleteRaffle): Promise<void> {
  const { raffleId, actor } = wanted
  await oneAtATime(needs.database, raffleId, async () => {
    const before = await readRaffle(needs, raffleId)
    if (wanted.ifVersion !== undefined && wanted.ifVersion !== wanted.versionOf(before))
      throw await editConflict(needs.database, `raffle/${raffleId}`)
    const writer = needs.store.raffle(raffleId)
    const { held, products } = await writer.state()
    if (before.raffle.issued > 0 || held > 0 || products.size > 0)
      throw new Rejection('cannot_delete_raffle', 'Cannot delete raffle')

    const commandId = newId<CommandId>()
    const now = needs.now().toISOString()
    await obey(writer, [{ type: 'CancelRaffle', now, reason: null }], metaOf(actor, commandId))
    await changeStream(needs.store, {
      streamId: `raffle-page/${raffleId}`,
      decider: rafflePageDecider,
      actor: staffActor(actor),
      correlationId: commandId,
      commands: () => [{ type: 'RemoveRafflePage', isUsed: false } as const],
    })
    await noteAct(needs.database, {
      subject: `raffle/${raffleId}`,
      commandId,
      actor,
      act: 'delete raffle',
      details: { before: notedNow(before) },
    })
  })
}
