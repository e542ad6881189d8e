// The raffle form as text: its defaults, what is wrong with it, and what is sent.
import { beirutDayOf } from '#events/kernel/beirut-day.ts'
import type { AdminRaffle, drawModes } from '#services/contract/admin-raffles.ts'
import type { RaffleStatus } from '#services/contract/raffles.ts'

import { formOf } from '../../lib/admin/calls.ts'
import type { AdminTexts } from '../../lib/text/admin-en.ts'
import type { CatalogueTexts } from '../../lib/text/admin-catalogue-en.ts'
import type { Countersigned } from './countersigned-cancel.ts'

export type RaffleFields = {
  name: string
  description: string
  prizeInfo: string
  value: string
  /** `yyyy-MM-dd`, a day of Beirut. */
  startsAt: string
  endsAt: string
  totalTickets: string
  minTicketsRequired: string
  status: RaffleStatus
  licenceNumber: string
  licenceAuthority: string
  /** `yyyy-MM-dd`, or empty. */
  licenceDate: string
  staffMayEnter: 'yes' | 'no'
  underSold: AdminRaffle['underSold']
  ticketsPerPersonMax: string
  alternates: string
  mode: (typeof drawModes)[number]
}

/** How the prize is drawn. */
export type DrawTerms = { mode: RaffleFields['mode']; alternates: number }

const TOTAL_TICKETS = '5000'
const MIN_TICKETS = '50'
const usualDraw: DrawTerms = { mode: 'beacon', alternates: 3 }

export const newRaffle = (now: Date): RaffleFields => ({
  name: '',
  description: '',
  prizeInfo: '',
  value: '',
  startsAt: beirutDayOf(now.toISOString()),
  endsAt: '',
  totalTickets: TOTAL_TICKETS,
  minTicketsRequired: MIN_TICKETS,
  status: 'active',
  licenceNumber: '',
  licenceAuthority: '',
  licenceDate: '',
  staffMayEnter: 'no',
  underSold: 'extend',
  ticketsPerPersonMax: '0',
  ...drawFields(usualDraw),
})

const drawFields = ({ mode, alternates }: DrawTerms) => ({ mode, alternates: String(alternates) })

/** `draw` is published once: nobody edits it, and a copy has that of its original. */
export const fieldsOf = (raffle: AdminRaffle, draw = usualDraw): RaffleFields => ({
  name: raffle.name,
  description: raffle.description,
  prizeInfo: raffle.prizeInfo,
  value: raffle.value,
  startsAt: beirutDayOf(raffle.startsAt),
  endsAt: beirutDayOf(raffle.endsAt),
  totalTickets: String(raffle.totalTickets),
  minTicketsRequired: String(raffle.minTicketsRequired),
  status: raffle.status,
  licenceNumber: raffle.licenceNumber,
  licenceAuthority: raffle.licenceAuthority ?? '',
  licenceDate: raffle.licenceDate ?? '',
  staffMayEnter: raffle.staffMayEnter ? 'yes' : 'no',
  underSold: raffle.underSold,
  ticketsPerPersonMax: String(raffle.ticketsPerPersonMax),
  ...drawFields(draw),
})

/**
 * The same prize again: its numbers start anew, and so do its days. Its licence is that of the
 * settings as they are now, unless another is typed: the one of the original was published with it.
 */
export const copyOf = (raffle: AdminRaffle, draw: DrawTerms, now: Date): RaffleFields => ({
  ...fieldsOf(raffle, draw),
  startsAt: beirutDayOf(now.toISOString()),
  endsAt: '',
  status: 'active',
  licenceNumber: '',
  licenceAuthority: '',
  licenceDate: '',
})

type Numbers = Pick<AdminRaffle, 'totalTickets' | 'ticketsLeft' | 'ticketsHeld'>

/** Numbers were issued, though their tickets may all be void: its terms stand from then on. */
export const hasIssued = ({ totalTickets, ticketsLeft, ticketsHeld }: Numbers): boolean =>
  totalTickets - ticketsLeft > ticketsHeld

/** Once a number is issued, nobody changes these. */
export const soldTerms = ['startsAt', 'minTicketsRequired'] as const

export type RaffleErrors = Partial<Record<keyof RaffleFields | 'image', string>>

/** What every part of the form is given. */
export type FieldsProps = {
  fields: RaffleFields
  errors: RaffleErrors
  onChange: (changes: Partial<RaffleFields>) => void
}

const MONEY = /^\d{1,8}(\.\d{1,2})?$/
const WHOLE = /^\d{1,9}$/
const DAY = /^\d{4}-\d\d-\d\d$/

type Words = { admin: AdminTexts; catalogue: CatalogueTexts }

/** Empty: it may be sent. */
export function raffleErrors(
  fields: RaffleFields,
  { hasImage, words }: { hasImage: boolean; words: Words },
): RaffleErrors {
  const { admin, catalogue } = words
  const errors: RaffleErrors = {}
  const check = (field: keyof RaffleFields, pattern: RegExp, message: string) => {
    const value = fields[field].trim()
    if (value === '') errors[field] = admin.required
    else if (!pattern.test(value)) errors[field] = message
  }
  if (!hasImage) errors.image = admin.requiredImage
  for (const field of ['name', 'description', 'prizeInfo'] as const)
    check(field, /./, admin.required)
  check('value', MONEY, admin.badMoney)
  for (const field of ['startsAt', 'endsAt'] as const) check(field, DAY, admin.badDate)
  for (const field of ['totalTickets', 'minTicketsRequired', 'ticketsPerPersonMax'] as const)
    check(field, WHOLE, admin.badNumber)

  const { startsAt, endsAt, totalTickets, minTicketsRequired } = fields
  if (!errors.endsAt && endsAt < startsAt) errors.endsAt = catalogue.raffleForm.endBeforeStart
  if (
    !errors.totalTickets &&
    !errors.minTicketsRequired &&
    Number(minTicketsRequired) > Number(totalTickets)
  )
    errors.minTicketsRequired = catalogue.raffleForm.minAboveTotal
  return errors
}

/** Most of it always goes along; what is published once, with a new raffle alone. */
export function raffleFormData(
  fields: RaffleFields,
  {
    image,
    isNew,
    reason,
    countersigned = {},
  }: { image: File | null; isNew: boolean; reason?: string; countersigned?: Countersigned },
): FormData {
  const { licenceNumber, licenceAuthority, licenceDate, staffMayEnter, ...rest } = fields
  const { underSold, ticketsPerPersonMax, alternates, mode, ...named } = rest
  return formOf({
    ...named,
    ...(isNew && {
      underSold,
      ticketsPerPersonMax,
      alternates,
      mode,
      staffMayEnter,
      licenceNumber: orNothing(licenceNumber),
      licenceAuthority: orNothing(licenceAuthority),
      licenceDate: orNothing(licenceDate),
    }),
    reason,
    ...countersigned,
    image,
  })
}

const orNothing = (typed: string) => (typed.trim() === '' ? undefined : typed)
