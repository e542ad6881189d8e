// That a second factor of a member of staff came or went, that recovery codes were made or one was
// used: the fact, and who did it from where.
import type { CommandId } from '#events/kernel/ids.ts'
import { unreachable } from '#events/kernel/assert.ts'
import { staffDecider } from '#events/staff/decide.ts'
import type { StaffCommand } from '#events/staff/decide.ts'

import { newId } from '../ids.ts'
import type { ActName } from './act-names.ts'
import { noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { changeStream } from './change-stream.ts'
import type { FactorChange, NoteFactor } from './second-factor.ts'
import type { StaffNeeds } from './staff.ts'

type Whose = { personId: string; actor: Actor }

export function staffFactorNote(
  needs: Pick<StaffNeeds, 'database' | 'store'>,
  { personId, actor }: Whose,
): NoteFactor {
  return async (change) => {
    const commandId = newId<CommandId>()
    await changeStream(needs.store, {
      streamId: `staff/${personId}`,
      decider: staffDecider,
      actor: staffActor(actor),
      commandId,
      commands: () => [commandOf(change)],
    })
    await noteAct(needs.database, {
      subject: `staff/${personId}`,
      commandId,
      actor,
      act: names[change.act],
      details: 'kind' in change ? { kind: change.kind } : {},
    })
  }
}

/** In the audit trail. */
const names: Readonly<Record<FactorChange['act'], ActName>> = {
  added: 'add second factor',
  removed: 'remove second factor',
  'made recovery codes': 'make recovery codes',
  'used recovery code': 'use recovery code',
}

function commandOf(change: FactorChange): StaffCommand {
  switch (change.act) {
    case 'added':
      return { type: 'AddSecondFactor', kind: change.kind }
    case 'removed':
      return { type: 'RemoveSecondFactor', kind: change.kind }
    case 'made recovery codes':
      return { type: 'MakeRecoveryCodes' }
    case 'used recovery code':
      return { type: 'UseRecoveryCode' }
    default:
      return unreachable(change)
  }
}
