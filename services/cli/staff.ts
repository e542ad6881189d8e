// npm run staff: accounts of staff from the machine itself, for the first owner and for whoever has
// locked himself out.
import { parseArgs } from 'node:util'

import { Rejection } from '#events/kernel/rejection.ts'
import { staffRoles } from '#events/staff/roles.ts'
import type { StaffRole } from '#events/staff/events.ts'

import { openClock } from '../clock.ts'
import { staffActor, terminal } from '../commands/audit.ts'
import { resetCustomerFactors } from '../commands/customer-factors.ts'
import { removePasskeys } from '../commands/passkeys.ts'
import { forgetRecoveryCodes } from '../commands/recovery-codes.ts'
import { removeTotp } from '../commands/second-factor.ts'
import {
  changeRole,
  disableStaff,
  enableStaff,
  inviteStaff,
  resetPassword,
} from '../commands/staff-accounts.ts'
import type { EntryGiven } from '../commands/staff-accounts.ts'
import { staffFactorNote } from '../commands/staff-factors.ts'
import { listStaff, statusOf } from '../commands/staff-rows.ts'
import type { StaffNeeds } from '../commands/staff.ts'
import { readConfig } from '../config.ts'
import { openEventStore } from '../event-store/store.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { adminDatabaseUrl } from './installation.ts'
import { requireTaken, tellRefusal, wrongUse } from './refusals.ts'
import { wantsHelp } from './terminal.ts'

const help = `npm run staff -- <command>

  list                              who is on the staff
  invite <email> <role> [name…]     makes an account and prints a link to set its password
  password <email>                  prints a new one-time password; the old one ends
  role <email> <role>               from the next call on
  disable <email>                   lets nobody in any more; its sessions end
  enable <email>
  reset-factors <email>             takes away code app, passkeys and recovery codes
  reset-customer <+961…>            the same of a customer who has lost them all

Roles: ${staffRoles.join(', ')}. The shop may be running. Every command stands in the audit trail as
done at the terminal.`

/** How many words each command takes: a name may have many. */
const wordsOf: Readonly<Record<string, number>> = {
  list: 0,
  invite: Infinity,
  password: 1,
  role: 2,
  disable: 1,
  enable: 1,
  'reset-factors': 1,
  'reset-customer': 1,
}

const unknownCommand = (command: string | undefined) =>
  wrongUse(`There is no command ${command}; see --help.`)

function read(given: readonly string[]): string[] {
  const { positionals, tokens } = parseArgs({
    args: [...given],
    allowPositionals: true,
    tokens: true,
    options: {},
  })
  const [command = ''] = positionals
  const words = Object.hasOwn(wordsOf, command) ? wordsOf[command] : undefined
  if (words === undefined) throw unknownCommand(command)
  requireTaken(command, { words }, tokens)
  return positionals
}

async function main(given: readonly string[]): Promise<void> {
  if (wantsHelp(help, given)) return
  if (given.length === 0) return void process.stdout.write(`${help}\n`)
  const asked = read(given)
  const { url, stop } = await adminDatabaseUrl()
  const database = openDatabase({ url, applicationName: 'qura staff', poolMax: 4 })
  const clock = await openClock(database)
  const { rows } = await database.query<{ shop_logs: number }>('select shop_logs from installation')
  const store = openEventStore({ database, clock, shopLogs: rows[0]?.shop_logs ?? 1 })
  try {
    // Failures are counted by the service alone: no key is needed here.
    await obey({ database, store, codeKeys: [Buffer.alloc(32)] }, asked)
  } finally {
    await store.close()
    await clock.stop()
    await database.end()
    await stop()
  }
}

async function obey(needs: StaffNeeds, [command, email = '', ...rest]: readonly string[]) {
  const { database } = needs
  const actor = terminal
  if (command === 'list') return list(database)
  if (command === 'invite') {
    const [role, ...name] = rest
    const fullName = name.join(' ') || email
    const invitation = { email, fullName, role: roleOf(role), entry: 'link' as const, actor }
    return tell(email, (await inviteStaff(needs, invitation)).given)
  }
  if (command === 'reset-customer') return resetCustomer(needs, email)
  const personId = await personOf(database, email)
  switch (command) {
    case 'password':
      tell(email, await resetPassword(needs, { personId, actor, entry: 'password' }))
      return endSessions(database, personId)
    case 'role':
      await changeRole(needs, { personId, actor, role: roleOf(rest[0]) })
      return say(`${email} is now ${rest[0]}.`)
    case 'disable':
      await disableStaff(needs, { personId, actor })
      await endSessions(database, personId)
      return say(`${email} is let in no longer.`)
    case 'enable':
      await enableStaff(needs, { personId, actor })
      return say(`${email} is let in again.`)
    case 'reset-factors':
      await resetFactors(needs, personId)
      return say(`${email} sets up a new second factor at the next sign-in.`)
    default:
      throw unknownCommand(command)
  }
}

function roleOf(given: string | undefined): StaffRole {
  const role = staffRoles.find((known) => known === given)
  if (role === undefined) throw wrongUse(`The role must be one of ${staffRoles.join(', ')}.`)
  return role
}

async function personOf(database: Database, email: string): Promise<string> {
  const { rows } = await database.query<{ person_id: string }>(
    'select person_id from people where lower(email) = $1 and role is not null',
    [email.trim().toLowerCase()],
  )
  const [row] = rows
  if (row === undefined) throw new Rejection('not_found', `Nobody on the staff has ${email}.`)
  return row.person_id
}

async function list(database: Database): Promise<void> {
  const { rows } = await listStaff(database, { limit: 1_000, offset: 0 })
  for (const row of rows) {
    const factors = [row.has_totp ? 'code app' : '', row.passkeys > 0 ? 'passkey' : '']
    const state = statusOf(row).replace('_', ' ')
    say([row.email, row.role, state, factors.filter(Boolean).join(' + ') || '-'].join('\t'))
  }
}

async function endSessions(database: Database, personId: string): Promise<void> {
  await database.query(
    'update sessions set revoked_at = clock_now() where person_id = $1 and revoked_at is null',
    [personId],
  )
}

/** Whoever runs this has made sure of the person. */
async function resetCustomer(needs: StaffNeeds, phone: string): Promise<void> {
  const { rows } = await needs.database.query<{ person_id: string }>(
    'select person_id from people where phone = $1 and role is null',
    [phone],
  )
  const [row] = rows
  if (row === undefined) throw new Rejection('not_found', 'No customer has this number.')
  await resetCustomerFactors(needs, { personId: row.person_id, actor: staffActor(terminal) })
  await endSessions(needs.database, row.person_id)
  say('Signs in with the code by SMS alone again.')
}

async function resetFactors(needs: StaffNeeds, personId: string): Promise<void> {
  const { database } = needs
  const note = staffFactorNote(needs, { personId, actor: terminal })
  await removeTotp(needs, { personId, note })
  await removePasskeys(needs, { personId, passkeyId: null, note })
  await forgetRecoveryCodes(database, personId)
  await endSessions(database, personId)
}

function tell(email: string, given: EntryGiven): void {
  if (given.kind === 'password')
    return say(`${email} signs in with ${given.password} (shown once).`)
  const { origin } = readConfig(process.env).admin
  say(`${email} chooses a password at\n${origin}/admin/invitation#${given.token}`)
  say(`until ${given.expiresAt.toISOString()} (shown once).`)
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (import.meta.main)
  await main(process.argv.slice(2)).catch((error: unknown) => tellRefusal(error))
