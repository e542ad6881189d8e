// From the fields of the raffle form to terms. Dates are days of Beirut (or instants); what a form
// sends unchanged must mean exactly what is stored, so that saving without a change changes
// nothing.
import { beirutDayEnd, beirutDayOf, beirutDayStart } from '#events/kernel/beirut-day.ts'
import { centsOf } from '#events/kernel/money.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { ChangeRaffleForm, CreateRaffleForm } from '../contract/admin-raffles.ts'

export type RaffleTimes = { opensAt: string; closesAt: string }

export type FormTerms = RaffleTimes & {
  name: string
  prizeValueCents: number
  ticketsMax: number
  ticketsMin: number
}

export function termsOfForm(form: CreateRaffleForm): FormTerms {
  return {
    name: form.name,
    prizeValueCents: centsOf(form.value),
    ticketsMax: form.totalTickets,
    ticketsMin: form.minTicketsRequired,
    opensAt: startOf(form.startsAt, null),
    closesAt: endOf(form.endsAt, null),
  }
}

export function changedTerms(form: ChangeRaffleForm, now: FormTerms): FormTerms {
  return {
    name: form.name ?? now.name,
    prizeValueCents: form.value === undefined ? now.prizeValueCents : centsOf(form.value),
    ticketsMax: form.totalTickets ?? now.ticketsMax,
    ticketsMin: form.minTicketsRequired ?? now.ticketsMin,
    opensAt: form.startsAt === undefined ? now.opensAt : startOf(form.startsAt, now.opensAt),
    closesAt: form.endsAt === undefined ? now.closesAt : endOf(form.endsAt, now.closesAt),
  }
}

/** Throws `invalid_request`, naming the field, for terms that contradict themselves. */
export function requireCoherent({ opensAt, closesAt, ticketsMax, ticketsMin }: FormTerms): void {
  if (closesAt <= opensAt) throw invalidField('endsAt', 'The end date must be after the start date')
  if (ticketsMin > ticketsMax)
    throw invalidField('minTicketsRequired', 'The minimum cannot be more than the total tickets')
}

export function invalidField(path: string, message: string): Rejection {
  return new Rejection('invalid_request', message, { fields: [{ path, message }] })
}

/** A day that is the stored instant's own day stands for that instant. */
function startOf(given: string, stored: string | null): string {
  if (!isDay(given)) return instantOf('startsAt', given)
  if (stored !== null && beirutDayOf(stored) === given) return stored
  return beirutDayStart(given)
}

function endOf(given: string, stored: string | null): string {
  if (!isDay(given)) return instantOf('endsAt', given)
  if (stored !== null && beirutDayOf(stored) === given) return stored
  return beirutDayEnd(given)
}

const isDay = (given: string) => given.length === 10

/** An instant must name its offset: without one it would be the server's own time zone. */
function instantOf(path: string, given: string): string {
  const ms = Date.parse(given)
  if (Number.isNaN(ms)) throw invalidField(path, 'This is not a date')
  return new Date(ms).toISOString()
}
