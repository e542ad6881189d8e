import { describe, expect, it } from 'vitest'

import { openWaitingRoom } from './waiting-room.ts'
import type { RoomSettings, UnderWay } from './waiting-room.ts'

const outside = () => false
const inside = () => true

/** A room and its clock. */
function opened(settings: Partial<RoomSettings> = {}) {
  let ms = 1_000_000
  const told = { admitted: 0 }
  const room = openWaitingRoom({
    at: 10,
    nowMs: () => ms,
    chance: () => 0,
    admitted: () => void (told.admitted += 1),
    ...settings,
  })
  return {
    room,
    told,
    pass: (seconds: number) => void (ms += seconds * 1_000),
    begin: (count: number) => Array.from({ length: count }, () => room.begin()),
  }
}

const end = (purchases: readonly (() => void)[]) => purchases.forEach((answered) => answered())

describe('the waiting room', () => {
  it('is not in use while fewer buy than it is for', () => {
    const { room, begin, told } = opened()
    begin(9)
    expect([room.ask(outside), room.isInUse(), room.visitors()]).toEqual([null, false, 0])
    expect(told.admitted).toBe(0)
  })

  it('keeps newcomers out while it is full, and nobody who is inside', () => {
    const { room, begin, pass } = opened()
    begin(10)
    pass(60)
    expect(room.ask(outside)).toBe(4)
    expect(room.ask(inside)).toBeNull()
    expect(room.visitors()).toBe(1)
    pass(5)
    expect(room.visitors()).toBe(0)
  })

  it('does not ask who is inside while it is not in use', () => {
    const { room } = opened()
    const asked = () => {
      throw new Error('nobody asks')
    }
    expect(room.ask(asked)).toBeNull()
  })

  it('lets newcomers in at the pace of the answers, until few buy for two seconds', () => {
    const { room, begin, pass, told } = opened()
    const purchases = begin(20)
    expect(room.ask(outside)).not.toBeNull()
    end(purchases.slice(0, 12)) // eight are left, more than half of ten
    pass(1) // twelve answers in five seconds are 2.4 places a second
    const asked = [room.ask(outside), room.ask(outside), room.ask(outside)]
    expect(asked.map((seconds) => seconds === null)).toEqual([true, true, false])
    expect(told.admitted).toBe(2)

    pass(10)
    expect(room.isInUse()).toBe(true)
    end(purchases.slice(12))
    expect(room.isInUse()).toBe(true)
    pass(2)
    expect([room.isInUse(), room.ask(outside)]).toEqual([false, null])
  })

  it('asks them to come later the more wait, but not much, and not all at once', () => {
    const { room, begin } = opened()
    begin(10)
    const told = Array.from({ length: 200 }, () => room.ask(outside) ?? 0)
    expect(told[0]).toBe(4)
    expect(told[20]).toBe(10)
    expect(told.at(-1)).toBe(12)

    const late = opened({ chance: () => 0.999 })
    late.begin(10)
    expect(late.room.ask(outside)).toBe(5)
  })

  it('is never in use when it is set to nought', () => {
    const { room, begin } = opened({ at: 0 })
    begin(10_000)
    expect([room.ask(outside), room.isInUse()]).toEqual([null, false])
  })
})

describe('several processes', () => {
  it('fill one room, and one that has fallen silent leaves it', async () => {
    const line = openLine()
    const first = opened({ others: { name: 'first', exchange: line.end() } })
    const second = opened({ others: { name: 'second', exchange: line.end() } })
    const purchases = first.begin(10)
    await expect.poll(() => second.room.underWay()).toBe(10)
    expect(second.room.ask(outside)).toBe(4)

    await first.room.stop()
    second.pass(4)
    expect(second.room.underWay()).toBe(0)
    end(purchases)
    await second.room.stop()
  })
})

/** Between processes: each hears all but itself. */
function openLine() {
  const ends: ((news: UnderWay) => void)[] = []
  return {
    end() {
      const at = ends.length
      ends.push(() => {})
      return {
        tell: (news: UnderWay) =>
          ends.forEach((hear, index) => {
            if (index !== at) hear(news)
          }),
        hear: (listen: (news: UnderWay) => void) => void (ends[at] = listen),
      }
    },
  }
}
