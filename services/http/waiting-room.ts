// When many buy at once, newcomers wait outside (docs/decisions/0021). The room is in use from the
// moment at which `at` purchases are under way, in all processes of the shop together, until for a
// while no more than half of them are. Meanwhile newcomers are let in at the pace at which
// purchases are answered, and never while the shop is full. Nothing is asked of the database for
// any of it.
import type { Exchange } from '../io/processes.ts'
import { every } from '../io/timers.ts'

/** Of one process, told to the others. */
export type UnderWay = { process: string; purchases: number }

export type WaitingRoom = {
  /** Null: come in. Otherwise in how many seconds to ask again. */
  ask: (isInside: () => boolean) => number | null
  /** A purchase is being decided; to be called once when it is answered. */
  begin: () => () => void
  isInUse: () => boolean
  /** Over all processes that were heard of lately. */
  underWay: () => number
  /** Who was told to ask again and has not yet had to. */
  visitors: () => number
  stop: () => Promise<void>
}

export type RoomSettings = {
  /** Purchases under way, from which on newcomers wait; 0: never. */
  at: number
  /** Hears of each who is let in while the room is in use. */
  admitted?: () => void
  /** Of several processes that sell together. */
  others?: { name: string; exchange: Exchange<UnderWay> } | undefined
  nowMs?: () => number
  /** From 0 to 1: so that not all come again in one moment. */
  chance?: () => number
}

const CALM_MS = 2_000
/** Over as many seconds the pace is taken. */
const PACE_SECONDS = 5
/** A second, where nothing has been answered lately. */
const PACE_MIN = 2
const WAIT_SECONDS_MIN = 4
/** The page costs next to nothing; a wait that outlasts the rush costs a buyer. */
const WAIT_SECONDS_MAX = 12

export function openWaitingRoom(settings: RoomSettings): WaitingRoom {
  const { at, admitted = () => {}, others, chance = Math.random } = settings
  const { nowMs = () => performance.now() } = settings
  const answered = openTally()
  const leaving = openTally()
  const crowd = openCrowd(others, nowMs)
  let here = 0
  let busyAtMs: number | null = null
  let allowance = { places: 0, atMs: 0 }

  const second = () => Math.floor(nowMs() / 1_000)
  const underWay = () => here + crowd.elsewhere()
  const pace = () =>
    Math.max(PACE_MIN, answered.between(second() - PACE_SECONDS, second()) / PACE_SECONDS)

  function isInUse(): boolean {
    if (at === 0) return false
    const purchases = underWay()
    if (purchases >= at || (busyAtMs !== null && purchases > at / 2)) busyAtMs = nowMs()
    else if (busyAtMs !== null && nowMs() - busyAtMs >= CALM_MS) busyAtMs = null
    return busyAtMs !== null
  }

  /** At most a second's worth of places is kept for who comes next. */
  function takePlace(): boolean {
    const sinceMs = nowMs() - allowance.atMs
    const places = Math.min(pace(), allowance.places + (pace() * sinceMs) / 1_000)
    const isFree = underWay() < at && places >= 1
    allowance = { places: isFree ? places - 1 : places, atMs: nowMs() }
    return isFree
  }

  function sendAway(): number {
    const expected = leaving.between(second(), Infinity) / pace()
    const seconds = Math.min(WAIT_SECONDS_MAX, Math.max(WAIT_SECONDS_MIN, Math.ceil(expected)))
    const told = seconds + Math.floor((chance() * seconds) / 2)
    leaving.add(second() + told)
    return told
  }

  return {
    ask(isInside) {
      if (!isInUse() || isInside()) return null
      if (!takePlace()) return sendAway()
      admitted()
      return null
    },
    begin() {
      here += 1
      crowd.tell(here)
      isInUse() // the moment in which it fills up may pass without a newcomer
      return () => {
        here -= 1
        crowd.tell(here)
        answered.add(second())
      }
    },
    isInUse,
    underWay,
    visitors: () => leaving.between(second(), Infinity),
    stop: crowd.stop,
  }
}

const TELL_MS = 250
/** Twelve tellings: whoever is silent for as long has ended. */
const HEARD_MS = 3_000

/** The purchases of the other processes, as each of them tells them. */
function openCrowd(others: RoomSettings['others'], nowMs: () => number) {
  if (others === undefined)
    return { elsewhere: () => 0, tell: () => {}, stop: () => Promise.resolve() }
  const { name, exchange } = others
  const heard = new Map<string, { purchases: number; atMs: number }>()
  let here = 0
  let told = 0
  exchange.hear(({ process, purchases }) => void heard.set(process, { purchases, atMs: nowMs() }))
  const telling = every(
    'purchases under way',
    TELL_MS,
    async () => {
      if (here > 0 || told > 0) exchange.tell({ process: name, purchases: here })
      told = here
    },
    () => {},
  )
  return {
    elsewhere() {
      let purchases = 0
      for (const [process, last] of heard)
        if (nowMs() - last.atMs > HEARD_MS) heard.delete(process)
        else purchases += last.purchases
      return purchases
    },
    tell: (purchases: number) => void (here = purchases),
    stop: telling.stop,
  }
}

const SECONDS_KEPT = 120

/** How many for each second; what is long past is forgotten. */
function openTally() {
  const bySecond = new Map<number, number>()
  return {
    add(second: number) {
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
      if (bySecond.size <= SECONDS_KEPT) return
      for (const known of bySecond.keys()) if (known < second - SECONDS_KEPT) bySecond.delete(known)
    },
    /** The end is not included. */
    between(first: number, end: number) {
      let count = 0
      for (const [second, many] of bySecond) if (second >= first && second < end) count += many
      return count
    },
  }
}
