// That a second factor of a member of staff came or went: the fact, and who did it from where.
import type { CommandId } from '#events/kernel/ids.ts'
import { staffDecider } from '#events/staff/decide.ts'

import { newId } from '../ids.ts'
import { noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { changeStream } from './change-stream.ts'
import type { NoteFactor } from './second-factor.ts'
import type { StaffNeeds } from './staff.ts'

type Whose = { personId: string; actor: Actor }

export function staffFactorNote(
  needs: Pick<StaffNeeds, 'database' | 'store'>,
  { personId, actor }: Whose,
): NoteFactor {
  return async ({ kind, isAdded }) => {
    const commandId = newId<CommandId>()
    await changeStream(needs.store, {
      streamId: `staff/${personId}`,
      decider: staffDecider,
      actor: staffActor(actor),
      commandId,
      commands: () => [{ type: isAdded ? 'AddSecondFactor' : 'RemoveSecondFactor', kind } as const],
    })
    await noteAct(needs.database, {
      subject: `staff/${personId}`,
      commandId,
      actor,
      act: isAdded ? 'add second factor' : 'remove second factor',
      details: { kind },
    })
  }
}
