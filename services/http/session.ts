// Who is calling. A cookie names a row of `sessions`; calls that change something or are for staff
// ask the row each time, other reads believe what they knew for up to five seconds. Customers and
// staff have different cookies; signing in as one ends the other, so `me` has one answer.
import type { Request, RequestHandler, Response } from 'express'

import { Rejection } from '#events/kernel/rejection.ts'
import type { StaffRole } from '#events/staff/events.ts'

import type { Clock } from '../clock.ts'
import { BACKGROUND_HEADER } from '../contract/background.ts'
import type { Operation } from '../contract/operation.ts'
import { newSessionId } from '../ids.ts'
import type { Database } from '../io/database.ts'
import { readCookie } from './cookies.ts'
import {
  carryOrders,
  lifeMs,
  markProven,
  openSessionFinds,
  openSessionInserts,
  revokeSessions,
} from './session-rows.ts'
import type { AdminSecurity, NewSession, Person, Proof } from './session-rows.ts'
import type { SessionKind, SessionRow } from './session-rows.ts'
import { sessionTokens, tokenEnd } from './session-token.ts'
import type { SessionKey, TokenKind } from './session-token.ts'
import { hostOf } from './staff-host.ts'

export type { Person, SessionKind } from './session-rows.ts'
export type { SessionKey } from './session-token.ts'

export type Viewer = {
  sessionId: string
  kind: SessionKind
  person: Person | null
  proof: Proof
}
export type Staff = Viewer & { kind: 'admin'; person: Person & { role: StaffRole } }
export type Customer = Viewer & { kind: 'customer'; person: Person }

export type Sessions = {
  /** Puts the viewer (or null) into `response.locals.viewer`. */
  identify: RequestHandler
  /**
   * The viewer of this browser; a new guest with a cookie when there is none. `sameId`: where only
   * this browser can know it, one whose first cookie was lost on the way is the same guest again.
   */
  ensureGuest: (request: Request, response: Response, sameId?: string) => Promise<Viewer>
  /** A new session; the browser's older ones end, what the guest had ordered stays visible. */
  signIn: (
    request: Request,
    response: Response,
    who: { kind: 'customer' | 'admin'; personId: string },
  ) => Promise<Viewer>
  signOut: (request: Request, response: Response) => Promise<void>
  /**
   * After a password, phone or role changed, or the person was disabled. `kind` left out: of any.
   * Answers how many.
   */
  endAllOf: (personId: string, exceptSessionId: string | null, kind?: 'customer') => Promise<number>
  /** One of the person's; false: it was none of his, or is over. */
  endOne: (personId: string, sessionId: string) => Promise<boolean>
  /** This session has just given a second factor. */
  prove: (sessionId: string) => Promise<void>
  close: () => Promise<void>
}

export type SessionNeeds = {
  database: Database
  clock: Pick<Clock, 'now'>
  /** The first one signs. */
  keys: readonly SessionKey[]
  publicOrigin: string
  /** Left out: nobody is asked for a second factor he has not set up. */
  adminSecurity?: AdminSecurity
}

const REMEMBER_MS = 5_000
const REMEMBERED_MAX = 50_000
const RENEW_BEFORE_MS = 5 * 60_000

type Remembered = { row: SessionRow; tokenExpiresAt: Date; untilMs: number }

export function openSessions(needs: SessionNeeds): Sessions {
  const { database, clock, keys, publicOrigin, adminSecurity = 'basic' } = needs
  const isHttps = publicOrigin.startsWith('https:')
  const names = cookieNames(isHttps)
  const tokens = sessionTokens(keys, publicOrigin)
  const inserts = openSessionInserts(database)
  const finds = openSessionFinds(database, adminSecurity)
  const remembered = new Map<string, Remembered>()

  async function setCookie(response: Response, row: SessionRow): Promise<void> {
    const kind = tokenKind(row.kind)
    const now = clock.now()
    const token = await tokens.sign(row.sessionId, kind, now)
    // Of a guest the row says all there is; whoever signs in is read with his person afterwards.
    if (row.kind === 'guest')
      remember(remembered, passOf(kind, token), { row, tokenExpiresAt: tokenEnd(now) })
    response.cookie(names[kind], token, {
      httpOnly: true,
      secure: isHttps,
      sameSite: kind === 'admin' ? 'strict' : 'lax',
      path: '/',
      maxAge: Math.max(0, row.expiresAt.getTime() - now.getTime()),
    })
  }

  async function find(
    request: Request,
    response: Response,
    { kind, mustAsk }: { kind: TokenKind; mustAsk: boolean },
  ): Promise<SessionRow | null> {
    const token = readCookie(request, names[kind])
    if (token === undefined || token.length > 1_000) return null
    const pass = passOf(kind, token)
    const known = remembered.get(pass)
    if (!mustAsk && known !== undefined && known.untilMs > performance.now()) return known.row

    const read = readBefore(known, clock.now()) ?? (await tokens.read(token, kind, clock.now()))
    const isBackground = request.get(BACKGROUND_HEADER) === '1'
    const row = read && (await finds.add({ sessionId: read.sessionId, isBackground }))
    if (read === null || row === null || tokenKind(row.kind) !== kind) {
      remembered.delete(pass)
      return null
    }
    const leftMs = read.expiresAt.getTime() - clock.now().getTime()
    if (leftMs < RENEW_BEFORE_MS) await setCookie(response, row)
    else remember(remembered, pass, { row, tokenExpiresAt: read.expiresAt })
    return row
  }

  function newRow(kind: SessionKind, sessionId = newSessionId()): SessionRow {
    const expiresAt = new Date(clock.now().getTime() + lifeMs[kind])
    return { sessionId, kind, expiresAt, person: null, proof: 'not needed' }
  }

  type Creation = Pick<NewSession, 'kind' | 'personId' | 'device'>
  async function create(response: Response, creation: Creation): Promise<SessionRow> {
    const row = newRow(creation.kind)
    await inserts.add({ ...row, ...creation })
    await setCookie(response, row)
    return row
  }

  /** Null: that guest has ended, by signing in for instance. */
  async function guestAgain(response: Response, sessionId: string): Promise<SessionRow | null> {
    const row = newRow('guest', sessionId)
    const isNew = await inserts.add({ ...row, ...nobody })
    const known = isNew ? row : await finds.add({ sessionId, isBackground: false })
    if (known?.kind !== 'guest') return null
    await setCookie(response, known)
    return known
  }

  async function revoke(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return
    await revokeSessions(database, { sessionIds })
    forget(remembered, new Set(sessionIds))
  }

  async function sessionsOfBrowser(request: Request, response: Response): Promise<SessionRow[]> {
    const admin = await find(request, response, { kind: 'admin', mustAsk: true })
    const shop = await find(request, response, { kind: 'shop', mustAsk: true })
    return [admin, shop].filter((row) => row !== null)
  }

  return {
    async identify(request, response, next) {
      const mustAsk = request.method !== 'GET' || /^\/api\/(auth\/)?admin/i.test(request.path)
      // Staff stay signed in by asking who they are: each time is written down.
      const isStaying = request.path === '/api/auth/me'
      // Where staff have a host of their own, a cookie that strayed to the other opens nothing.
      const host = hostOf(response)
      const ofStaff = { kind: 'admin', mustAsk: mustAsk || isStaying } as const
      const ofShop = { kind: 'shop', mustAsk } as const
      response.locals.viewer =
        (host === 'shop' ? null : await find(request, response, ofStaff)) ??
        (host === 'staff' ? null : await find(request, response, ofShop))
      next()
    },

    async ensureGuest(_request, response, sameId) {
      const viewer = viewerOf(response)
      if (viewer !== null) return viewer
      const again = sameId === undefined ? null : await guestAgain(response, sameId)
      const row = again ?? (await create(response, nobody))
      response.locals.viewer = row
      return row
    },

    async signIn(request, response, { kind, personId }) {
      const before = await sessionsOfBrowser(request, response)
      const device = deviceOf(request)
      const row = await create(response, { kind, personId, device })
      for (const { sessionId, kind: was } of before)
        if (was === 'guest' && kind === 'customer')
          await carryOrders(database, { fromSessionId: sessionId, toSessionId: row.sessionId })
      await revoke(before.map(({ sessionId }) => sessionId))
      clearCookie(response, names[kind === 'admin' ? 'shop' : 'admin'], isHttps)
      const found = await finds.add({ sessionId: row.sessionId, isBackground: false })
      response.locals.viewer = found
      return found ?? row
    },

    async signOut(request, response) {
      const before = await sessionsOfBrowser(request, response)
      await revoke(before.map(({ sessionId }) => sessionId))
      for (const name of Object.values(names)) clearCookie(response, name, isHttps)
      response.locals.viewer = null
    },

    async endAllOf(personId, exceptSessionId, kind) {
      const which = { personId, exceptSessionId, ...(kind !== undefined && { kind }) }
      const ended = await revokeSessions(database, which)
      // The one that stays is read anew as well: of its person something has just changed.
      forget(
        remembered,
        new Set([...ended, ...(exceptSessionId === null ? [] : [exceptSessionId])]),
      )
      return ended.length
    },

    async endOne(personId, sessionId) {
      const ended = await revokeSessions(database, { sessionIds: [sessionId], personId })
      forget(remembered, new Set(ended))
      return ended.length > 0
    },

    async prove(sessionId) {
      await markProven(database, sessionId)
      forget(remembered, new Set([sessionId]))
    },

    close: async () => {
      await Promise.all([inserts.close(), finds.close()])
    },
  }
}

/** By kind too: a token that was read as one of staff must not pass unread as one of the shop. */
const passOf = (kind: TokenKind, token: string) => `${kind} ${token}`

const nobody = { kind: 'guest', personId: null, device: null } as const
const DEVICE_CHARACTERS_MAX = 200
const deviceOf = (request: Request): string | null =>
  request.get('User-Agent')?.slice(0, DEVICE_CHARACTERS_MAX) ?? null

/** These very bytes were verified before and do not end soon: only their row is asked again. */
function readBefore(known: Remembered | undefined, now: Date) {
  if (known === undefined) return null
  const { row, tokenExpiresAt: expiresAt } = known
  const isFresh = expiresAt.getTime() - now.getTime() > RENEW_BEFORE_MS
  return isFresh ? { sessionId: row.sessionId, expiresAt } : null
}

export function viewerOf(response: Response): Viewer | null {
  // Only `identify` and this file write it.
  return (response.locals.viewer as Viewer | null | undefined) ?? null
}

export function requireCustomer(response: Response): Customer {
  const viewer = viewerOf(response)
  if (viewer?.person == null) throw notSignedIn()
  if (viewer.kind !== 'customer') throw new Rejection('not_found', 'Not found')
  return { ...viewer, kind: 'customer', person: viewer.person }
}

/** `roles` left out: whoever is staff. Until a forced password is changed, nothing else is open. */
export function requireStaff(response: Response, roles?: readonly StaffRole[]): Staff {
  const staff = requireAnyStaff(response)
  if (staff.person.mustChangePassword)
    throw new Rejection('password_change_required', 'Please choose a new password first.')
  if (staff.proof === 'missing')
    throw new Rejection('second_factor_required', 'Please confirm that it is you.')
  if (roles !== undefined && !roles.includes(staff.person.role))
    throw new Rejection('not_allowed', 'Your role may not do this.')
  requireFreshProof(staff, response)
  return staff
}

/**
 * The one place where a call that its operation declares delicate asks for a second factor of the
 * last five minutes (docs/security.md, K20). After the role: nobody proves himself in vain.
 */
function requireFreshProof({ proof }: Viewer, response: Response): void {
  // Written by the application's first step alone.
  const operation = response.locals.operation as Operation | undefined
  const declared = operation?.needsFreshProof
  const isAsked = typeof declared === 'function' ? declared(response.req.body) : declared === true
  if (isAsked) requireFresh(proof)
}

export function requireFresh(proof: Proof): void {
  if (proof === 'missing')
    throw new Rejection('second_factor_required', 'Please confirm that it is you.')
  if (proof === 'old')
    throw new Rejection('step_up_required', 'Please confirm once more that it is you.')
}

/** Also one whose password must still be changed. */
export function requireAnyStaff(response: Response): Staff {
  const viewer = viewerOf(response)
  if (viewer === null || viewer.kind === 'guest' || viewer.person === null) throw notSignedIn()
  const { role } = viewer.person
  if (viewer.kind !== 'admin' || role === null)
    throw new Rejection('not_admin', 'This is for staff only.')
  return { ...viewer, kind: 'admin', person: { ...viewer.person, role } }
}

const notSignedIn = () => new Rejection('not_signed_in', 'Please sign in.')

const tokenKind = (kind: SessionKind): TokenKind => (kind === 'admin' ? 'admin' : 'shop')

/** `__Host-` binds a cookie to this host over TLS; a plain-http demo cannot have it. */
function cookieNames(isHttps: boolean): Record<TokenKind, string> {
  const prefix = isHttps ? '__Host-' : ''
  return { shop: `${prefix}qura_session`, admin: `${prefix}qura_admin` }
}

function clearCookie(response: Response, name: string, isHttps: boolean): void {
  response.clearCookie(name, { httpOnly: true, secure: isHttps, sameSite: 'lax', path: '/' })
}

function remember(
  map: Map<string, Remembered>,
  pass: string,
  { row, tokenExpiresAt }: Omit<Remembered, 'untilMs'>,
): void {
  map.delete(pass)
  map.set(pass, { row, tokenExpiresAt, untilMs: performance.now() + REMEMBER_MS })
  if (map.size <= REMEMBERED_MAX) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

function forget(map: Map<string, Remembered>, sessionIds: ReadonlySet<string>): void {
  for (const [pass, { row }] of map) if (sessionIds.has(row.sessionId)) map.delete(pass)
}
