// Telling the holders of a published result, page by page of the register: a phone is told once,
// and so is an e-mail address, whatever it holds, and the winner something else. Where it stopped
// is kept beside the draw; what was sent before is not sent again, because its name is made of the
// draw and the phone.
import { raffleIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'

import { readTerms } from '../event-store/read-terms.ts'
import { deriveId } from '../ids.ts'
import type { OrderDesk } from './order-desk.ts'
import { personOfTicket } from './draw-claim.ts'
import { readDraw, type DrawNow } from './draw-facts.ts'
import { padded } from './draw-journey.ts'
import type { LiveNeeds } from './draw-live.ts'
import { drawLetter } from './draw-letters.ts'
import { drawText, spoken } from './draw-texts.ts'
import type { DrawText } from './draw-texts.ts'
import { writeEmail } from './send-email.ts'
import { sendMessage } from './send-message.ts'

const ISSUES_PER_RUN = 200
/** As of the receipts of a rush: tens of thousands may wait for this one text. */
const TOLD_AT_ONCE = 16

type Telling = { draw_id: string; place: number; told_up_to: number }

/** One page of every draw that still has holders to tell. */
export async function tellHolders(needs: LiveNeeds): Promise<void> {
  const { rows } = await needs.database.query<Telling>({
    name: 'draws_telling',
    text: `
      select draw_id, place, told_up_to
        from draw_claims
       where told_up_to is not null
       order by announced_at
       limit 20`,
  })
  for (const row of rows) await tellPage(needs, row)
}

async function tellPage(needs: LiveNeeds, row: Telling): Promise<void> {
  const raffleId = raffleIdSchema.parse(row.draw_id.split('/')[0])
  const now = await readDraw(needs, raffleId)
  // One that was put off or annulled has no result any more.
  const current = now.current?.drawId === row.draw_id ? now.current : null
  const number = current?.result?.numbers[0]
  if (current === null || number === undefined) return moveOn(needs, row, null)
  if (row.place > 0) {
    await tellReserve(needs, now, row.place)
    return moveOn(needs, row, null)
  }
  const result = { drawId: row.draw_id, number }
  if (row.told_up_to === 0 && isWon(now)) await tellWinner(needs, now, result)
  const page = await issuesAfter(needs, now.logId, row.told_up_to)
  const told = page.filter((issue) => !isAllVoid(issue, current.seal.voids))
  for (let first = 0; first < told.length; first += TOLD_AT_ONCE) {
    if (await isStopped(needs, now, row.draw_id)) return moveOn(needs, row, null)
    const some = told.slice(first, first + TOLD_AT_ONCE)
    await Promise.all(some.map(({ orderId }) => tellHolder(needs, now, { ...result, orderId })))
  }
  await moveOn(needs, row, page.at(-1)?.last ?? null)
}

/** Whoever lost the prize before he was told is told the result, as everybody is. */
function isWon({ raffle }: DrawNow): boolean {
  const holder = raffle.draw?.holder
  return holder?.place === 0 && holder.state !== 'forfeited'
}

/** Asked before each sixteen: the texts of those before them may have taken minutes. */
async function isStopped(
  { database }: LiveNeeds,
  { logId }: DrawNow,
  drawId: string,
): Promise<boolean> {
  const terms = await readTerms(database, logId)
  return terms.some(
    ({ event }) =>
      (event.type === 'DrawPostponed' || event.type === 'DrawAnnulled') &&
      event.data.drawId === drawId,
  )
}

type IssueToTell = { first: number; last: number; orderId: OrderId }

/** Nothing of it was in the draw: the seal's ranges do not touch one another. */
const isAllVoid = ({ first, last }: IssueToTell, voids: readonly (readonly [number, number])[]) =>
  voids.some(([from, to]) => from <= first && last <= to)

/** In the order of their tickets. */
async function issuesAfter(
  { database }: LiveNeeds,
  logId: string,
  after: number,
): Promise<IssueToTell[]> {
  const { rows } = await database.query<IssueToTell>({
    name: 'draw_issues_to_tell',
    text: `
      select first, last, order_id as "orderId"
        from issues
       where log_id = $1 and first > $2
       order by first
       limit ${ISSUES_PER_RUN}`,
    values: [logId, after],
  })
  return rows
}

/**
 * Null: erased, or no news wanted. Asked right before he is told: the texts of those before him may
 * have taken minutes.
 */
async function holderOf({ database }: LiveNeeds, orderId: OrderId): Promise<Told | null> {
  const { rows } = await database.query<Told>({
    name: 'draw_holder',
    text: `
      select contact.email, contact.phone, contact.language
        from order_contacts as contact
        left join message_choices as choice on choice.person_id = contact.customer_id
       where contact.order_id = $1
         and coalesce(choice.draw_news, true)`,
    values: [orderId],
  })
  return rows[0] ?? null
}

type Result = { drawId: string; number: number }

async function tellHolder(
  needs: LiveNeeds,
  now: DrawNow,
  { drawId, number, orderId }: Result & { orderId: OrderId },
): Promise<void> {
  const holder = await holderOf(needs, orderId)
  if (holder === null) return
  const values = valuesOf(needs, now, number)
  await tell(needs.desk, holder, { drawId, kind: 'result', values })
}

/** First, and under the same name as the notice: the winner gets this one instead. */
async function tellWinner(needs: LiveNeeds, now: DrawNow, { drawId, number }: Result) {
  const person = await personOfTicket(needs, now, number)
  if (person === null) return
  const values = valuesOf(needs, now, number)
  await tell(needs.desk, person, { drawId, kind: 'winner', values })
}

/** Unless the prize has moved on meanwhile. */
async function tellReserve(needs: LiveNeeds, now: DrawNow, place: number): Promise<void> {
  const holder = now.raffle.draw?.holder
  if (now.current === null || holder?.state !== 'winner' || holder.place !== place) return
  const person = await personOfTicket(needs, now, holder.number)
  if (person === null) return
  const values = valuesOf(needs, now, holder.number)
  const drawId = `${now.current.drawId}/${holder.place}`
  await tell(needs.desk, person, { drawId, kind: 'reserve', values })
}

function valuesOf({ desk, catalogue }: LiveNeeds, now: DrawNow, number: number) {
  const raffle = catalogue.raffle(now.raffleId)?.name ?? now.raffle.terms.prize
  return {
    raffle,
    number: padded(number),
    pageUrl: `${desk.publicOrigin}/draws/${now.raffleId}`,
  }
}

type Told = { email: string | null; phone: string; language: string }
type News = { drawId: string; kind: 'result' | 'winner' | 'reserve'; values: DrawText }

async function tell(desk: OrderDesk, told: Told, { drawId, kind, values }: News): Promise<void> {
  const { email, phone } = told
  const language = spoken(told.language)
  const about = { purpose: 'notice', language } as const
  // The phone is a person's: its keyed hash makes the name, so that the row tells nothing.
  const ref = deriveId<string>('draw notice', drawId, desk.personKeyOf(phone))
  const text = drawText(kind, language, values)
  if (email !== null) {
    const addressKey = desk.personKeyOf(email.toLowerCase())
    await writeEmail(desk, {
      phone,
      address: email,
      letter: drawLetter(kind, language, values),
      ref: deriveId<string>('draw e-mail', drawId, addressKey),
      ...about,
    })
  }
  await sendMessage(desk, { to: phone, text, ref, ...about })
}

async function moveOn(
  { database }: LiveNeeds,
  { draw_id, place }: Telling,
  toldUpTo: number | null,
): Promise<void> {
  await database.query({
    name: 'draw_told',
    text: 'update draw_claims set told_up_to = $3 where draw_id = $1 and place = $2',
    values: [draw_id, place, toldUpTo],
  })
}
