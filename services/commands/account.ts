// Name, e-mail, addresses and choices of a customer: rows, because they are erasable. That a name
// or an e-mail changed is also a fact, which does not hold it.
import * as z from 'zod/mini'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { ADDRESSES_MAX } from '../contract/account.ts'
import type {
  Account,
  MessageChoices,
  NewAddress,
  ProfileChange,
  SavedAddress,
} from '../contract/account.ts'
import { languages } from '../contract/shared.ts'
import type { EventStore } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import { readLimits } from './account-limits.ts'
import { changeStream } from './change-stream.ts'

export type AccountNeeds = {
  database: Database
  store: Pick<EventStore, 'append' | 'readStream'>
  personKeyOf: (phone: string) => string
}

export type AccountHolder = { personId: string; phone: string }

const personRow = z.object({
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
})

export async function readAccount(needs: AccountNeeds, holder: AccountHolder): Promise<Account> {
  const { database } = needs
  const [person, addresses, messages, limits] = await Promise.all([
    readPerson(database, holder.personId),
    readAddresses(database, holder.personId),
    readChoices(database, holder.personId),
    readLimits(needs, holder),
  ])
  const { full_name: fullName, email } = person
  return { fullName, email, phone: holder.phone, addresses, messages, limits }
}

async function readPerson(database: Queryable, personId: string) {
  const { rows } = await database.query({
    name: 'account_person',
    text: 'select full_name, email from people where person_id = $1',
    values: [personId],
  })
  return personRow.parse(rows[0])
}

export async function changeProfile(
  { database, store }: AccountNeeds,
  { personId, change }: { personId: string; change: ProfileChange },
): Promise<void> {
  const before = await readPerson(database, personId)
  const fields = [
    ...(before.full_name === change.fullName ? [] : ['fullName' as const]),
    ...(before.email === change.email ? [] : ['email' as const]),
  ]
  if (fields.length === 0) return
  await database.query({
    name: 'account_profile',
    text: 'update people set full_name = $2, email = $3 where person_id = $1',
    values: [personId, change.fullName, change.email],
  })
  await changeStream(store, {
    streamId: `customer/${personId}`,
    decider: customerDecider,
    actor: `customer:${personId}`,
    commands: (): CustomerCommand[] => [{ type: 'ChangeProfile', fields }],
  })
}

const addressRow = z.object({
  address_id: z.string(),
  label: z.string(),
  street: z.string(),
  city: z.string(),
  postal_code: z.string(),
})

async function readAddresses(database: Queryable, personId: string): Promise<SavedAddress[]> {
  const { rows } = await database.query({
    name: 'addresses',
    text: `select address_id, label, street, city, postal_code
             from saved_addresses where person_id = $1 order by created_at, address_id`,
    values: [personId],
  })
  return rows.map((row) => {
    const { address_id: id, postal_code: postalCode, ...words } = addressRow.parse(row)
    return { id, postalCode, ...words }
  })
}

export async function saveAddress(
  { database }: AccountNeeds,
  { personId, address }: { personId: string; address: NewAddress },
): Promise<void> {
  const { rowCount } = await database.query({
    name: 'address_insert',
    text: `insert into saved_addresses
             (address_id, person_id, label, street, city, postal_code, created_at)
           select $1, $2, $3, $4, $5, $6, clock_now()
            where (select count(*) from saved_addresses where person_id = $2) < $7`,
    values: [
      newId<string>(),
      personId,
      address.label,
      address.street,
      address.city,
      address.postalCode,
      ADDRESSES_MAX,
    ],
  })
  if (rowCount === 0)
    throw new Rejection('invalid_request', `At most ${ADDRESSES_MAX} addresses are kept.`)
}

export async function forgetAddress(
  { database }: AccountNeeds,
  { personId, addressId }: { personId: string; addressId: string },
): Promise<void> {
  const { rowCount } = await database.query({
    name: 'address_delete',
    text: 'delete from saved_addresses where person_id = $1 and address_id = $2',
    values: [personId, addressId],
  })
  if (rowCount === 0) throw new Rejection('not_found', 'Not found')
}

const choicesRow = z.object({
  receipts: z.boolean(),
  draw_news: z.boolean(),
  offers: z.boolean(),
  language: z.enum(languages),
})

/** Who has chosen nothing gets what he needs and no advertisement. */
const untouched: MessageChoices = { receipts: true, drawNews: true, offers: false, language: 'en' }

export async function readChoices(database: Queryable, personId: string): Promise<MessageChoices> {
  const { rows } = await database.query({
    name: 'message_choices',
    text: 'select receipts, draw_news, offers, language from message_choices where person_id = $1',
    values: [personId],
  })
  const [row] = rows
  if (row === undefined) return untouched
  const { draw_news: drawNews, ...choices } = choicesRow.parse(row)
  return { drawNews, ...choices }
}

export async function chooseMessages(
  { database }: AccountNeeds,
  { personId, choices }: { personId: string; choices: MessageChoices },
): Promise<void> {
  await database.query({
    name: 'message_choices_set',
    text: `insert into message_choices
             (person_id, receipts, draw_news, offers, language, changed_at)
           values ($1, $2, $3, $4, $5, clock_now())
           on conflict (person_id) do update
              set receipts = excluded.receipts, draw_news = excluded.draw_news,
                  offers = excluded.offers, language = excluded.language,
                  changed_at = excluded.changed_at`,
    values: [personId, choices.receipts, choices.drawNews, choices.offers, choices.language],
  })
}
