// What the routes of staff share: who acts, which version was read, the text of a file, and a look
// at the read models that has seen what was just recorded.
import type { Request, Response } from 'express'

import { raffleIdSchema } from '#events/kernel/ids.ts'
import type { RaffleId } from '#events/kernel/ids.ts'
import type { StaffRole } from '#events/staff/events.ts'

import type { Catalogue } from '../../catalogue.ts'
import type { Actor } from '../../commands/audit.ts'
import { sleep } from '../../io/timers.ts'
import { clientAddress } from '../client-address.ts'
import { invalid, notFound } from '../problem.ts'
import { requireStaff } from '../session.ts'

/** Who may change what is sold. */
export const catalogueRoles: readonly StaffRole[] = ['owner', 'manager']

/** Who sells, packs or answers for goods; a regulator sees raffles, registers and draws alone. */
export const shelfReaders: readonly StaffRole[] = [
  'owner',
  'manager',
  'cashier',
  'fulfilment',
  'auditor',
]

export function actorOf(
  request: Request,
  response: Response,
  roles: readonly StaffRole[] = catalogueRoles,
): Actor {
  const { person } = requireStaff(response, roles)
  return { personId: person.personId, role: person.role, address: clientAddress(request) }
}

/** An id of another shape names nothing. */
export function raffleIdOf(request: Request<{ id: string }>): RaffleId {
  const parsed = raffleIdSchema.safeParse(request.params.id)
  if (!parsed.success) throw notFound()
  return parsed.data
}

/** Undefined: the caller does not mind what it was. Weak tags count as strong ones here. */
export function ifMatch(request: Request): string | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  return header.trim().replace(/^W\//, '').replace(/^"|"$/g, '')
}

export const etagOf = (version: string) => `"${version}"`

/** Of a CSV file: UTF-8, and no NUL, of which files in UTF-16 are full. */
export function csvTextOf({ body }: Request): string {
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid('The file is empty.')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (!text.includes('\0')) return text
  } catch (cause) {
    throw Object.assign(notUtf8(), { cause })
  }
  throw notUtf8()
}

const notUtf8 = () => invalid('Please save the file as CSV with UTF-8 letters.')

const SEEN_TRIES_MAX = 40
const SEEN_PAUSE_MS = 25

/**
 * Waits until the shop shows what was recorded (a second at most), so that the list a form asks for
 * next has it. When the projectors are behind, the answer is right all the same.
 */
export async function untilShown(catalogue: Catalogue, isShown: () => boolean): Promise<void> {
  for (let tries = 0; tries < SEEN_TRIES_MAX && !isShown(); tries++) {
    if (tries > 0) await sleep(SEEN_PAUSE_MS)
    await catalogue.refresh()
  }
}
