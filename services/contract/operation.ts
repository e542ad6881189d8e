// What one call of the HTTP interface is. The registry in `operations.ts` is read by the server
// (content types, who may come from another origin), by the OpenAPI document and by the tests.
import type * as z from 'zod/mini'

import type { ProblemCode } from './problems.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** `provider`: machines of others; no session, no origin check, the body stays raw bytes. */
export type Caller = 'anyone' | 'order holder' | 'customer' | 'staff' | 'provider'

export type RequestBody =
  | { kind: 'json'; schema: z.ZodMiniType; isOptional?: true }
  /** One optional file in the field `image`, beside text fields. */
  | { kind: 'multipart'; schema: z.ZodMiniType; image: 'required' | 'optional' }
  | { kind: 'raw'; contentTypes: readonly string[]; bytesMax?: number }

export type Answer = {
  description: string
  /** JSON; null where the answer is not JSON. */
  schema: z.ZodMiniType | null
  contentType?: string
}

export type Operation = {
  name: string
  method: Method
  /** With `{parameters}`; each of them an id unless `pathPatterns` says otherwise. */
  path: string
  pathPatterns?: Readonly<Record<string, string>>
  tag: string
  summary: string
  who: Caller
  /**
   * Staff: a second factor given in the last five minutes; where it depends, the body decides. Only
   * asked of who has one or must have one (`ADMIN_SECURITY`).
   */
  needsFreshProof?: true | ((body: unknown) => boolean)
  /** Staff: a page whose rows name people. How many of them somebody reads is counted. */
  tellsOfPeople?: true
  /** The same answer for all: no session is looked at, and any cache may keep it. */
  isForEverybody?: true
  query?: z.ZodMiniType
  requestHeaders?: Readonly<Record<string, string>>
  body?: RequestBody
  answers: Readonly<Record<number, Answer>>
  /** What it may refuse beyond what every call may (see `problemsOf`). */
  problems: readonly ProblemCode[]
}

const everyCall: readonly ProblemCode[] = [
  'invalid_request',
  'too_many_requests',
  'internal',
  'busy',
]
const everyWrite: readonly ProblemCode[] = ['origin_refused', 'too_large', 'unsupported_media_type']

/** Their writes may concern a raffle, whose writer may have halted. */
const ofRaffles: ReadonlySet<string> = new Set([
  'Buying',
  'Staff: orders',
  'Staff: needs attention',
  'Staff: raffles',
  'Staff: products',
  'Staff: draws',
])

/** Every code the operation may answer with. */
export function problemsOf({
  method,
  path,
  tag,
  who,
  problems,
  needsFreshProof,
}: Operation): ProblemCode[] {
  const codes = new Set<ProblemCode>([...everyCall, ...problems])
  if (method !== 'get') for (const code of everyWrite) codes.add(code)
  if (method !== 'get' && ofRaffles.has(tag)) codes.add('raffle_halted')
  if (who === 'staff')
    for (const code of [
      'not_signed_in',
      'not_admin',
      'not_allowed',
      'password_change_required',
      'second_factor_required',
      'address_refused',
    ] as const)
      codes.add(code)
  if (needsFreshProof !== undefined) codes.add('step_up_required')
  if (who === 'customer') codes.add('not_signed_in')
  if (path.includes('{')) codes.add('not_found')
  return [...codes]
}
