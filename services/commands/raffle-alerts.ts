// Texts that tell when a raffle can be entered. Each asking is one row and one text: the text's
// `ref` is the row's id, so a process that dies between the two sends nothing twice.
import * as z from 'zod/mini'

import { Rejection } from '#events/kernel/rejection.ts'
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import type { Catalogue } from '../catalogue.ts'
import type { RaffleAlert } from '../contract/alerts.ts'
import { languages } from '../contract/shared.ts'
import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import { isBarred } from './account-limits.ts'
import { isAlertWaiting, lockAlertRange, requireMayAsk } from './alert-limits.ts'
import type { AlertAsking } from './alert-limits.ts'
import { sendMessage } from './send-message.ts'
import type { MessageNeeds } from './send-message.ts'

export type AlertNeeds = {
  database: Database
  catalogue: Pick<Catalogue, 'raffle' | 'productsOf'>
  personKeyOf: (phone: string) => string
  now: () => Date
}

const PAGE = 100

export type Asking = AlertAsking & { language: (typeof languages)[number] }

/**
 * Answers whether one more text will go out. A number that refused them is told the same and
 * written nothing, unless its holder asks; one to which nothing is sold, whoever asks. A number
 * that nobody has proven is refused where there is nothing to wait for: its text would go out at
 * once, to whomever somebody likes.
 */
export async function askForAlert(needs: AlertNeeds, asking: Asking): Promise<boolean> {
  const { database, catalogue, personKeyOf, now } = needs
  const { raffleId, phone, personId, language } = asking
  requireAhead(catalogue.raffle(raffleId), now())
  if (personId === null && raffleToEnter(needs, raffleId) !== null)
    throw new Rejection('raffle_open', 'Tickets are free: you can enter this raffle right now.')
  if (await isBarred(needs, phone)) return false
  const key = personKeyOf(phone)
  return database.transaction(async (tx) => {
    await lockAlertRange(tx, phone)
    const isWaiting = await isAlertWaiting(tx, asking)
    if (!isWaiting) await requireMayAsk(tx, asking)
    if (personId !== null)
      await tx.query({
        name: 'alerts_wanted_again',
        text: 'delete from alert_refusals where person_key = $1',
        values: [key],
      })
    const { rowCount } = await tx.query({
      name: 'alert_ask',
      text: `insert into raffle_alerts
               (alert_id, raffle_id, phone, person_id, language, created_at)
             select $1, $2, $3, $4, $5, clock_now()
              where not exists (select from alert_refusals where person_key = $6)
             on conflict (raffle_id, phone) where sent_at is null do update
                set person_id = coalesce(excluded.person_id, raffle_alerts.person_id)`,
      values: [newId<string>(), raffleId, phone, personId, language, key],
    })
    return !isWaiting && rowCount === 1
  })
}

function requireAhead(raffle: BoardRow | undefined, now: Date): void {
  if (raffle === undefined) throw new Rejection('not_found', 'Not found')
  if (raffle.status === 'cancelled')
    throw new Rejection('raffle_cancelled', 'This raffle was cancelled')
  if (isOver(raffle, now)) throw new Rejection('raffle_ended', 'This raffle has ended')
}

/** Its last ticket is an end like any other: numbers of void tickets stay used. */
const isOver = ({ status, closesAt, isFrozen, issued, ticketsMax }: BoardRow, now: Date) =>
  status !== 'active' || isFrozen || issued >= ticketsMax || closesAt <= now.toISOString()

const waitingRow = z.object({ alert_id: z.string(), raffle_id: z.string(), created_at: z.date() })

export async function listAlerts(
  { database, catalogue }: Pick<AlertNeeds, 'database' | 'catalogue'>,
  personId: string,
): Promise<RaffleAlert[]> {
  const { rows } = await database.query({
    name: 'alerts_of_person',
    text: `select alert_id, raffle_id, created_at from raffle_alerts
            where person_id = $1 and sent_at is null order by created_at, alert_id`,
    values: [personId],
  })
  return rows.map((row) => {
    const { alert_id: id, raffle_id: raffleId, created_at: at } = waitingRow.parse(row)
    const raffleName = catalogue.raffle(raffleId)?.name ?? ''
    return { id, raffleId, raffleName, createdAt: at.toISOString() }
  })
}

export async function forgetAlert(
  database: Queryable,
  { personId, alertId }: { personId: string; alertId: string },
): Promise<void> {
  const { rowCount } = await database.query({
    name: 'alert_forget',
    text: 'delete from raffle_alerts where alert_id = $1 and person_id = $2',
    values: [alertId, personId],
  })
  if (rowCount === 0) throw new Rejection('not_found', 'Not found')
}

/** Whoever holds a text may stop them all. A code that was never sent is told the same. */
export async function stopAlerts(
  { database, personKeyOf }: Pick<AlertNeeds, 'database' | 'personKeyOf'>,
  alertId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.query<{ phone: string }>({
      name: 'alert_phone',
      text: 'select phone from raffle_alerts where alert_id = $1',
      values: [alertId],
    })
    const [row] = rows
    if (row === undefined) return
    await tx.query({
      name: 'alerts_refuse',
      text: `insert into alert_refusals (person_key, created_at) values ($1, clock_now())
             on conflict do nothing`,
      values: [personKeyOf(row.phone)],
    })
    await tx.query({
      name: 'alerts_stop',
      text: 'delete from raffle_alerts where phone = $1 and sent_at is null',
      values: [row.phone],
    })
  })
}

export type AlertSending = MessageNeeds & {
  database: Database
  catalogue: AlertNeeds['catalogue']
  personKeyOf: AlertNeeds['personKeyOf']
  publicOrigin: string
}

/** Tells those whose raffle can be entered now; forgets those whose raffle is over. */
export async function sendAlerts(needs: AlertSending): Promise<void> {
  const { database, catalogue, now } = needs
  const { rows } = await database.query<{ raffle_id: string }>({
    name: 'alerts_waiting',
    text: 'select distinct raffle_id from raffle_alerts where sent_at is null',
  })
  for (const { raffle_id: raffleId } of rows) {
    const raffle = catalogue.raffle(raffleId)
    if (raffle === undefined || isOver(raffle, now())) await forgetAll(database, raffleId)
    else await tellAll(needs, raffleId)
  }
}

/** By the product that its page sells. Null: not at this moment. */
function raffleToEnter(
  { catalogue, now }: Pick<AlertNeeds, 'catalogue' | 'now'>,
  raffleId: string,
): Pick<BoardRow, 'raffleId' | 'name'> | null {
  const raffle = catalogue.raffle(raffleId)
  if (raffle === undefined || isOver(raffle, now())) return null
  const product = catalogue
    .productsOf(raffleId)
    .find(({ isActive, sellsWithoutEntry }) => isActive && !sellsWithoutEntry)
  const left = raffle.ticketsMax - raffle.issued - raffle.held
  const isOpen = raffle.opensAt <= now().toISOString()
  const isFree = product !== undefined && hasPieces(product) && left >= product.ticketsPerUnit
  return isOpen && isFree ? raffle : null
}

const hasPieces = ({ variants }: ShelfRow) =>
  variants.length === 0 || variants.some(({ stock }) => stock === null || stock.left > 0)

/** What holds is asked again before each: the texts of those before him may take minutes. */
async function tellAll(needs: AlertSending, raffleId: string): Promise<void> {
  if (raffleToEnter(needs, raffleId) === null) return
  const { rows } = await needs.database.query<{ alert_id: string }>({
    name: 'alerts_to_tell',
    text: `select alert_id from raffle_alerts
            where raffle_id = $1 and sent_at is null order by created_at limit ${PAGE}`,
    values: [raffleId],
  })
  for (const { alert_id: alertId } of rows) {
    const raffle = raffleToEnter(needs, raffleId)
    if (raffle === null) return
    await tellOne(needs, raffle, alertId)
  }
}

const toTell = z.object({ phone: z.string(), language: z.enum(languages) })

/** Nobody who is erased by now, wants no more texts, may buy nothing, or was told elsewhere. */
async function tellOne(
  needs: AlertSending,
  { name, raffleId }: Pick<BoardRow, 'raffleId' | 'name'>,
  alertId: string,
): Promise<void> {
  const { database, publicOrigin } = needs
  const { rows } = await database.query({
    name: 'alert_to_tell',
    text: 'select phone, language from raffle_alerts where alert_id = $1 and sent_at is null',
    values: [alertId],
  })
  if (rows.length === 0) return
  const { phone, language } = toTell.parse(rows[0])
  if (await isBarred(needs, phone)) {
    await database.query({
      name: 'alert_of_barred',
      text: 'delete from raffle_alerts where alert_id = $1',
      values: [alertId],
    })
    return
  }
  await sendMessage(needs, {
    to: phone,
    text: alertText({ name, raffleId, alertId, publicOrigin }, language),
    ref: `alert:${alertId}`,
    purpose: 'notice',
    language,
  })
  await database.query({
    name: 'alert_told',
    text: 'update raffle_alerts set sent_at = clock_now() where alert_id = $1',
    values: [alertId],
  })
}

type Told = { name: string; raffleId: string; alertId: string; publicOrigin: string }

export function alertText(told: Told, language: Asking['language']): string {
  const raffle = `${told.publicOrigin}/raffle/${told.raffleId}`
  const stop = `${told.publicOrigin}/stop/${told.alertId}`
  switch (language) {
    case 'ar':
      return `يمكنك المشاركة الآن: ${told.name}\n${raffle}\nلا رسائل بعد الآن: ${stop}`
    case 'fr':
      return `Vous pouvez participer : ${told.name}\n${raffle}\nPlus de messages : ${stop}`
    case 'en':
      return `You can enter now: ${told.name}\n${raffle}\nNo more texts: ${stop}`
  }
}

const forgetAll = (database: Queryable, raffleId: string) =>
  database.query({
    name: 'alerts_forget_raffle',
    text: 'delete from raffle_alerts where raffle_id = $1 and sent_at is null',
    values: [raffleId],
  })
