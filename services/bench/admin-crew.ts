// Who asks for the lists: colleagues of the owner, whom he has invited as any shop does, each at an
// address of his own. They ask in turns, within the limits of production: nobody reads more people
// in an hour than one of the staff may.
import { staffInvited } from '../contract/admin-staff.ts'
import type { Staff } from './admin-lists.ts'

/** At a time. */
export const CLIENTS = 8
/** Questions for each list. */
export const ASKED = 240
/** So many that what they are answered stays within `peopleReadPerPerson`. */
export const CREW = 12

type Account = { email: string; password: string; address: string }
type Member = Staff & { cookie: string }

/** Whom `startShop` makes. */
const owner: Account = {
  email: 'owner@qura.example',
  password: 'a rush comes at noon today',
  address: '10.1.0.1',
}
const crew: Account[] = Array.from({ length: CREW }, (_, nth) => ({
  email: `colleague${nth}@qura.example`,
  password: 'seven lanterns by the old stairs',
  address: `10.1.1.${nth + 1}`,
}))

export const signInOwner = (origin: string): Promise<Member> => signIn(origin, owner)

/** Once in a shop; they are let in by their passwords from then on. */
export async function inviteCrew(origin: string): Promise<void> {
  // Anew: who invites has proven himself a few minutes ago at most (docs/security.md, K20).
  const { cookie } = await signInOwner(origin)
  for (const { email, password, address } of crew) {
    const body = { email, fullName: 'Colleague', role: 'owner', entry: 'link' }
    const asOwner = { address: owner.address, cookie, body }
    const invited = await post(`${origin}/api/admin/staff`, asOwner)
    const { entry } = staffInvited.parse(await invited.json())
    const token = new URL(entry.link ?? '').hash.slice(1)
    await post(`${origin}/api/auth/invitation`, { address, body: { token, newPassword: password } })
  }
}

export async function signInCrew(origin: string): Promise<Staff> {
  const members: Staff[] = []
  for (const account of crew) members.push(await signIn(origin, account))
  return inTurns(members)
}

/** Each question is another one's than the one before. */
export function inTurns(members: readonly Staff[]): Staff {
  let asked = 0
  return { get: (path) => members[asked++ % members.length]!.get(path) }
}

async function signIn(origin: string, { address, ...body }: Account): Promise<Member> {
  const { headers } = await post(`${origin}/api/auth/admin-login`, { address, body })
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return {
    cookie,
    async get(path) {
      const startedMs = performance.now()
      const answer = await fetch(`${origin}${path}`, {
        headers: { cookie, 'x-forwarded-for': address },
      })
      const text = await answer.text()
      const ms = performance.now() - startedMs
      return { status: answer.status, ms, body: JSON.parse(text) as unknown }
    },
  }
}

type Call = { address: string; cookie?: string; body: object }

async function post(url: string, { address, cookie = '', body }: Call): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: new URL(url).origin,
      'x-forwarded-for': address,
      cookie,
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response
}
