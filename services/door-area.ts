// The waiting room and its door, put together for `main.ts`.
import type { Core } from './core.ts'
import { openDoor } from './http/door.ts'
import type { Door } from './http/door.ts'
import { openEntryPasses } from './http/entry-pass.ts'
import type { Metrics } from './http/metrics.ts'
import { underWayOf } from './http/process-news.ts'
import type { ProcessNews } from './http/process-news.ts'
import { openWaitingPage } from './http/waiting-page.ts'
import { openWaitingRoom } from './http/waiting-room.ts'
import { newId } from './ids.ts'
import type { Exchange } from './io/processes.ts'

export type DoorArea = { door: Door; stop: () => Promise<void> }

export type DoorAreaNeeds = {
  metrics: Metrics
  /** Left out: this process sells alone. */
  exchange: Exchange<ProcessNews> | undefined
}

export function openDoorArea(core: Core, { metrics, exchange }: DoorAreaNeeds): DoorArea {
  const { config, clock, secrets } = core
  const { isHttps } = config.http
  const others = exchange && { name: newId<string>(), exchange: underWayOf(exchange) }
  const room = openWaitingRoom({
    at: config.waitingRoomAt,
    admitted: () => metrics.admitted.inc(),
    others,
  })
  metrics.gauge('purchases_under_way', 'Being decided, in all processes', room.underWay)
  metrics.gauge('waiting_room_visitors', 'Who waits outside of this process', room.visitors)
  const passes = openEntryPasses({
    keys: secrets.keys('entries').map(({ bytes }) => bytes),
    isHttps,
    now: clock.now,
  })
  const sendPage = openWaitingPage({ shopName: config.contact.shopName, isHttps })
  return { door: openDoor({ room, passes, sendPage }), stop: room.stop }
}
