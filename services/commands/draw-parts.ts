// Which part a member of staff has in the draw room, by his role: the same over HTTP and in the
// terminal.
import type { StaffRole } from '#events/staff/events.ts'
import { drawRoles } from '#events/staff/roles.ts'

import type { RoomViewer } from './draw-room.ts'

export const drawWatchers: readonly StaffRole[] = ['owner', 'manager', 'auditor', 'regulator']
export const drawRunners: readonly StaffRole[] = ['owner', 'manager']
/** The regulator's person may be the second one: agrees to an act, reads the dice again. */
export const drawSeconds: readonly StaffRole[] = drawRoles

type Member = { personId: string; role: StaffRole }

export const roomViewerOf = ({ personId, role }: Member): RoomViewer => ({
  personId,
  maySeePeople: drawRunners.includes(role),
  part: partOf(role),
})

function partOf(role: StaffRole): RoomViewer['part'] {
  if (drawRunners.includes(role)) return 'runs'
  return drawSeconds.includes(role) ? 'seconds' : 'watches'
}
