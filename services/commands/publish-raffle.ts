// A new raffle: its page in the shop log, then `RafflePublished` as the first leaf of its own
// public log, complete, because a leaf never changes (docs/draw-protocol.md, section 2).
import type { CommandId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { RaffleEvent } from '#events/raffle/events.ts'
import type { PageWords } from '#events/raffle/page.ts'

import type { CreateRaffleForm } from '../contract/admin-raffles.ts'
import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import { storeImage } from '../providers/files/images.ts'
import { noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { invalidField, requireCoherent, termsOfForm } from './raffle-form.ts'
import type { FormTerms } from './raffle-form.ts'
import { reasonOf } from './raffle-reasons.ts'
import { readRaffle, sha256, writePage } from './raffle.ts'
import type { RaffleNeeds, RaffleNow } from './raffle.ts'

type Published = Extract<RaffleEvent, { type: 'RafflePublished' }>['data']

/** What every raffle of this installation says about itself. */
export type PublishingSettings = {
  /** `host[:port]` of PUBLIC_ORIGIN. */
  publicHost: string
  environment: Published['environment']
  /** Of the shop's settings; empty when there is none. */
  licenceNumber: string
  licenceAuthority?: string
  licenceDate?: string
  drandChainHash: string
  drandPublicKey: string
  rulesSha256: string
  /** Verifier keys of who cosigns the logs, and how many of them a checkpoint needs. */
  witnesses: readonly string[]
  quorum: number
}

export type PublishingKeys = {
  /** Verifier key of the log with this origin: `name+keyId+base64`. */
  verifierKey: (origin: string) => string | Promise<string>
  /** Makes the raffle's secret seed, stores it encrypted, answers its commitment in hex. */
  commitOperatorSeed: (raffleId: RaffleId) => Promise<string>
}

export type PublishNeeds = RaffleNeeds & {
  publishing: PublishingSettings
  publishingKeys: PublishingKeys
}

const SEAL_MARGIN_SECONDS = 600
const ALTERNATES = 3

export type PublishRaffle = { form: CreateRaffleForm; image: Buffer; actor: Actor }

export async function publishRaffle(
  needs: PublishNeeds,
  { form, image, actor }: PublishRaffle,
): Promise<RaffleNow> {
  const terms = termsOfForm(form)
  requireCoherent(terms)
  const now = needs.now().toISOString()
  if (terms.closesAt <= now) throw invalidField('endsAt', 'The end date has passed')
  requireLicence(needs, form)

  const raffleId = newId<RaffleId>()
  const commandId = newId<CommandId>()
  const words = {
    name: form.name,
    description: form.description,
    prizeInfo: form.prizeInfo,
    image: await storeImage(needs.files, image),
  }
  const raffle = await published(needs, { raffleId, form, terms, words, now })
  // A crash after the page leaves words that nothing shows; the raffle exists with its first leaf.
  await writePage(needs, { raffleId, words, actor, actId: commandId })
  const writer = needs.store.raffle(raffleId)
  const meta = { commandId, correlationId: commandId, actor: staffActor(actor) }
  await writer.command({ type: 'PublishRaffle', now, raffle }, meta)
  await endAtOnce(needs, { raffleId, form, now, actor, actId: commandId })
  await noteAct(needs.database, {
    subject: `raffle/${raffleId}`,
    commandId,
    actor,
    act: 'publish raffle',
    details: { after: { ...terms, status: form.status, ...words } },
  })
  return readRaffle(needs, raffleId)
}

function requireLicence({ publishing }: PublishNeeds, form: CreateRaffleForm): void {
  const licence = form.licenceNumber ?? publishing.licenceNumber
  if (publishing.environment === 'production' && licence === '')
    throw new Rejection(
      'licence_required',
      'A raffle needs a licence number before it is published',
    )
}

/** Whoever names another licence says also whose it is; what nobody has said is left out. */
function licenceOf(
  shop: PublishingSettings,
  form: CreateRaffleForm,
): Pick<Published, 'licenceNumber' | 'licenceAuthority' | 'licenceDate'> {
  const isOwn = form.licenceNumber !== undefined && form.licenceNumber !== shop.licenceNumber
  const licenceAuthority = form.licenceAuthority ?? (isOwn ? undefined : shop.licenceAuthority)
  const licenceDate = form.licenceDate ?? (isOwn ? undefined : shop.licenceDate)
  return {
    licenceNumber: form.licenceNumber ?? shop.licenceNumber,
    ...(licenceAuthority !== undefined && { licenceAuthority }),
    ...(licenceDate !== undefined && { licenceDate }),
  }
}

async function published(
  { publishing, publishingKeys, database }: PublishNeeds,
  raffle: {
    raffleId: RaffleId
    form: CreateRaffleForm
    terms: FormTerms
    words: PageWords
    now: string
  },
): Promise<Published> {
  const { raffleId, form, terms, now } = raffle
  const origin = `${publishing.publicHost}/ledger/${raffleId}`
  return {
    origin,
    environment: publishing.environment,
    sealMarginSeconds: SEAL_MARGIN_SECONDS,
    raffleNumber: await nextRaffleNumber(database, now),
    ...licenceOf(publishing, form),
    prize: terms.name,
    prizeValue: String(terms.prizeValueCents),
    currency: 'USD',
    alternates: form.alternates ?? ALTERNATES,
    rulesSha256: publishing.rulesSha256,
    ticketsMax: terms.ticketsMax,
    ticketsMin: terms.ticketsMin,
    opensAt: terms.opensAt,
    closesAt: terms.closesAt,
    underSold: form.underSold ?? 'extend',
    ticketsPerPersonMax: form.ticketsPerPersonMax ?? 0,
    ...(form.staffMayEnter === 'yes' && { staffMayEnter: true as const }),
    mode: form.mode ?? 'beacon',
    drandChainHash: publishing.drandChainHash,
    drandPublicKey: publishing.drandPublicKey,
    operatorCommit: await publishingKeys.commitOperatorSeed(raffleId),
    policy: {
      log: await publishingKeys.verifierKey(origin),
      witnesses: [...publishing.witnesses],
      quorum: publishing.quorum,
    },
  }
}

/** `R-2026-001`: the year it was published in, and the n-th raffle ever. */
async function nextRaffleNumber(database: Queryable, now: string): Promise<string> {
  const { rows } = await database.query<{ n: number }>({
    name: 'raffle_number_next',
    text: `select nextval('raffle_numbers')::int as n`,
  })
  return `R-${now.slice(0, 4)}-${String(rows[0]?.n ?? 0).padStart(3, '0')}`
}

/** The form offers every status also for a new raffle: then it ends as soon as it has begun. */
async function endAtOnce(
  { store }: PublishNeeds,
  {
    raffleId,
    form,
    now,
    actor,
    actId,
  }: { raffleId: RaffleId; form: CreateRaffleForm; now: string; actor: Actor; actId: CommandId },
): Promise<void> {
  if (form.status === 'active') return
  const meta = { commandId: newId<CommandId>(), correlationId: actId, actor: staffActor(actor) }
  const writer = store.raffle(raffleId)
  if (form.status === 'cancelled')
    await writer.command({ type: 'CancelRaffle', now, reason: reasonOf(form.reason) }, meta)
  else await writer.command({ type: 'CompleteRaffle', now, valueSha256: sha256(now) }, meta)
}
