// Every name under which an act of staff stands beside its facts in the audit trail.
import type { DrawCommand } from '#events/raffle/draw.ts'
import type { StaffAct } from '#events/staff/events.ts'

import type { OrderActName } from './order-acts.ts'

export type ActName =
  | OrderActName
  | 'place_order'
  | 'correct_customer'
  | Spaced<StaffAct>
  | `draw: ${DrawCommand['type']}`
  | RaffleAct
  | ProductAct
  | MemberAct
  | ApprovalAct
  | 'erase person'

type RaffleAct = 'publish raffle' | 'change raffle' | 'delete raffle'

type ProductAct =
  | 'list product'
  | 'change product'
  | 'delete product'
  | 'add variant'
  | 'change variant'
  | 'delete variant'
  | 'count pieces'
  | 'adjust pieces'
  | 'count no pieces'

type MemberAct =
  | 'invite staff'
  | 'reset password'
  | 'change password'
  | 'change role'
  | 'rename staff'
  | 'set staff phone'
  | 'disable staff'
  | 'enable staff'
  | 'revoke sessions'
  | 'add second factor'
  | 'remove second factor'
  | 'make recovery codes'
  | 'use recovery code'

type ApprovalAct = 'request approval' | 'use approval' | 'approve' | 'refuse'

type Spaced<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word} ${Spaced<Rest>}`
  : Name

/** The kind of a fact as people read it: the rule of the type once more, for its value. */
export const spaced = <Name extends string>(name: Name) => name.replaceAll('_', ' ') as Spaced<Name>
