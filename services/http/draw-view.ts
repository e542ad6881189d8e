// Lists of draws and winners, from the board that is in memory; names by consent from the rows
// beside the draws.
import { decimalOf } from '#events/kernel/money.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { padded } from '../commands/draw-journey.ts'
import type { DrawBoard, Winner } from '../contract/draws.ts'
import { imagePath } from '../contract/shared.ts'
import type { Queryable } from '../io/database.ts'

const WINNERS_MAX = 12
/** More than are shown: an annulled draw has its row too. */
const ANNOUNCED_MAX = 100
const BOARD_MAX = 20
/** Drawn draws stay on the board for a week. */
const SHOWN_AFTER_MS = 7 * 86_400_000

type Announced = {
  drawId: string
  announcedAt: Date
  shownNames: Record<string, string>
  drawnAt: Date | null
  deliveredAt: Date | null
}

async function announcedDraws(database: Queryable): Promise<Map<string, Announced>> {
  const { rows } = await database.query<Announced>({
    name: 'draws_announced',
    text: `
      select claim.draw_id as "drawId", claim.announced_at as "announcedAt",
             coalesce((select jsonb_object_agg(other.place::text, other.shown_name)
                         from draw_claims as other
                        where other.draw_id = claim.draw_id and other.shown_name is not null),
                      '{}') as "shownNames",
             fact.drawn_at as "drawnAt", fact.delivered_at as "deliveredAt"
        from draw_claims as claim
       cross join lateral (
             select max(recorded_at) filter (where type = 'DrawCompleted') as drawn_at,
                    max(recorded_at) filter (where type = 'PrizeDelivered') as delivered_at
               from events
              where log_id = 'raffle/' || split_part(claim.draw_id, '/', 1)
                and leaf is not null
                and type <> 'TicketsIssued') as fact
       where claim.place = 0
       order by claim.announced_at desc
       limit $1`,
    values: [ANNOUNCED_MAX],
  })
  return new Map(rows.map((row) => [row.drawId, row]))
}

export async function winnersOf(
  database: Queryable,
  raffles: readonly BoardRow[],
  isDemo: boolean,
): Promise<Winner[]> {
  const announced = await announcedDraws(database)
  const winners = raffles.flatMap((row) => winnerOf(row, announced, isDemo))
  return winners
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(0, WINNERS_MAX)
}

function winnerOf(
  row: BoardRow,
  announced: ReadonlyMap<string, Announced>,
  isDemo: boolean,
): Winner[] {
  const { draw } = row
  const told = draw === null ? undefined : announced.get(draw.drawId)
  if (draw === null || draw.stage !== 'drawn' || draw.holder === null || told === undefined)
    return []
  const { number, place, state } = draw.holder
  return [
    {
      raffleId: row.raffleId,
      raffleNumber: row.raffleNumber,
      raffleName: row.name,
      image: imagePath(row.image),
      prize: row.prizeInfo || row.name,
      value: decimalOf(row.prizeValueCents),
      drawId: draw.drawId,
      drawnAt: (told.drawnAt ?? told.announcedAt).toISOString(),
      publishedAt: told.announcedAt.toISOString(),
      mode: draw.mode,
      isDemo,
      number: padded(number),
      place,
      name: told.shownNames[String(place)] ?? null,
      state,
      deliveredAt: told.deliveredAt?.toISOString() ?? null,
      proofPath: `/draws/${row.raffleId}`,
    },
  ]
}

/** What is announced or under way, the next first; then what was drawn within a week. */
export async function drawBoardOf(
  database: Queryable,
  { raffles, now, isDemo }: { raffles: readonly BoardRow[]; now: Date; isDemo: boolean },
): Promise<DrawBoard> {
  const announced = await announcedTimes(database)
  const rows = raffles.flatMap((row) => {
    const { draw } = row
    const stands = draw !== null && draw.stage !== 'postponed' && draw.stage !== 'annulled'
    const drawAt = stands ? draw.drawAt : (announced.get(nextDrawId(row)) ?? null)
    const isOld = drawAt !== null && now.getTime() - Date.parse(drawAt) > SHOWN_AFTER_MS
    if (drawAt === null || isOld || row.status === 'cancelled') return []
    return [
      {
        raffleId: row.raffleId,
        raffleNumber: row.raffleNumber,
        name: row.name,
        image: imagePath(row.image),
        stage: draw?.stage ?? ('announced' as const),
        mode: draw?.mode ?? ('beacon' as const),
        isDemo,
        drawAt,
        roundAt: stands ? draw.roundAt : null,
        winningNumber: draw?.holder && stands ? padded(draw.holder.number) : null,
      },
    ]
  })
  const isDone = ({ stage }: (typeof rows)[number]) => Number(stage === 'drawn')
  const draws = rows.toSorted(
    (a, b) => isDone(a) - isDone(b) || a.drawAt.localeCompare(b.drawAt) * (isDone(a) ? -1 : 1),
  )
  return { now: now.toISOString(), draws: draws.slice(0, BOARD_MAX) }
}

/** The one to come: what was announced of a draw that was put off stands there still. */
const nextDrawId = ({ raffleId, draw }: BoardRow) => `${raffleId}/D${(draw?.ordinal ?? 0) + 1}`

/** Times that staff have announced, by draw: of those not sealed yet, and of some put off. */
async function announcedTimes(database: Queryable): Promise<Map<string, string>> {
  const { rows } = await database.query<{ drawId: string; drawAt: Date }>({
    name: 'draws_to_come',
    text: `
      select draw_id as "drawId", draw_at as "drawAt"
        from draw_sessions
       where draw_at > clock_now()`,
  })
  return new Map(rows.map(({ drawId, drawAt }) => [drawId, drawAt.toISOString()]))
}
