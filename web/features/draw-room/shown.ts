// What a form of the room is about, as this screen shows it: the shop refuses it where another draw
// stands by now, or another place has the prize. Pure.
import type { DrawRoom } from '#services/contract/admin-draws.ts'

export const drawShown = ({ drawId }: Pick<DrawRoom, 'drawId'>): { drawId?: string } =>
  drawId === null ? {} : { drawId }

type OfPrize = Pick<DrawRoom, 'drawId' | 'holder'>

export const prizeShown = (room: OfPrize): { drawId?: string; place?: number } => ({
  ...drawShown(room),
  ...(room.holder !== null && { place: room.holder.place }),
})

/** What was typed for one winner is not kept for the next one. */
export const prizeKey = ({ drawId, holder }: OfPrize): string => `${drawId}/${holder?.place}`
