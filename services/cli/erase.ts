// npm run erase: a customer who asked to be forgotten and cannot do it alone.
import { parseArgs } from 'node:util'

import { Rejection } from '#events/kernel/rejection.ts'

import { erasedList } from '../backup/erased-list.ts'
import { openClock } from '../clock.ts'
import { erasePerson, findPerson, requireMayErase } from '../commands/erase-person.ts'
import type { PersonFound, TerminalErasure } from '../commands/erase-person.ts'
import { signInPhone } from '../commands/sign-in-phone.ts'
import { readConfig } from '../config.ts'
import { openEventStore } from '../event-store/store.ts'
import { openDatabase } from '../io/database.ts'
import { adminDatabaseUrl } from './installation.ts'
import { tellRefusal, wrongUse } from './refusals.ts'
import { wantsHelp } from './terminal.ts'

const help = `npm run erase -- <phone or customer id> [options]

Shows what would go: name, phone, e-mail, addresses, texts, sessions and the openings of the
tickets. Orders, amounts and ticket numbers stay, without a person. Refused while an order is open
or money is owed, and while a raffle that is not drawn holds his tickets. Make sure first who is
asking: a code to the phone on file. The shop may be running.

  --apply             erases; it cannot be taken back
  --give-up-tickets   also with tickets of raffles that are not drawn: he gives up the prizes
  --json              one JSON object instead of words
  --help              this text

Who was erased is remembered in SIGNER_DIR/erased, so that a restore erases again. Exit status 0:
shown, or erased; 1: refused or failed.`

type Answer = PersonFound & { isErased: boolean; refusal: string | null }

type Asked = { who: string; isApplied: boolean; giveUpTickets: boolean; isJson: boolean }

function read(given: readonly string[]): Asked {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      apply: { type: 'boolean', default: false },
      'give-up-tickets': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const [who, ...more] = positionals
  if (who === undefined) throw wrongUse('Whom? A phone or a customer id.')
  if (more.length > 0)
    throw wrongUse('One person at a time; a number with blanks stands between quotes.')
  return {
    who,
    isApplied: values.apply,
    giveUpTickets: values['give-up-tickets'],
    isJson: values.json,
  }
}

async function main(given: readonly string[]): Promise<void> {
  if (wantsHelp(help, given)) return
  if (given.length === 0) return void process.stdout.write(`${help}\n`)
  const asked = read(given)
  const { signerFolder } = readConfig(process.env)
  const { url, stop } = await adminDatabaseUrl()
  const database = openDatabase({ url, applicationName: 'qura erase', poolMax: 4 })
  const clock = await openClock(database)
  const { rows } = await database.query<{ shop_logs: number }>('select shop_logs from installation')
  const store = openEventStore({ database, clock, shopLogs: rows[0]?.shop_logs ?? 1 })
  const remember = erasedList(signerFolder).add
  try {
    const needs = { database, store, now: clock.now, remember }
    const answer = await answerOf(needs, asked)
    console.log(asked.isJson ? JSON.stringify(answer) : inWords(answer))
    process.exitCode = answer.isErased || !asked.isApplied ? 0 : 1
  } finally {
    await store.close()
    await clock.stop()
    await database.end()
    await stop()
  }
}

/** Any usual writing of a number; anything else is taken for an id. */
const nameOf = (who: string) => (/^[0-9a-f-]{36}$/.test(who) ? who : signInPhone(who))

async function answerOf(
  needs: TerminalErasure,
  { who, isApplied, giveUpTickets }: Asked,
): Promise<Answer> {
  const found = await findPerson(needs.database, nameOf(who))
  const { personId } = found
  try {
    if (isApplied) await erasePerson(needs, { personId, giveUpTickets })
    else await requireMayErase(needs, { personId, giveUpTickets })
    return { ...found, isErased: isApplied, refusal: null }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return { ...found, isErased: false, refusal: error.message }
  }
}

function inWords(answer: Answer): string {
  const { personId, phone, orders, tickets, addresses, texts, guestOrders } = answer
  const guests =
    guestOrders === 0
      ? []
      : [`${guestOrders} orders under the same number were placed without an account: they stay.`]
  return [
    `Customer ${personId}${phone === null ? ', erased before' : ''}: ${orders} orders, ` +
      `${tickets} tickets, ${addresses} addresses, ${texts} texts.`,
    ...guests,
    verdict(answer),
  ].join('\n')
}

function verdict({ isErased, refusal }: Answer): string {
  if (isErased) return 'Erased. Orders and ticket numbers stay, without a person.'
  if (refusal === null) return 'Nothing was changed. To erase: the same with --apply.'
  return `Refused: ${refusal}`
}

if (import.meta.main)
  await main(process.argv.slice(2)).catch((error: unknown) => tellRefusal(error))
