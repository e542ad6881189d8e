// Whoever buys may type anybody's number. What a refusal says of a person is for the person: the
// customer who is signed in with the number that the order names.
import { Rejection } from '#events/kernel/rejection.ts'

type Typed = {
  buyer: { customerId: string | null; accountPhone?: string | null }
  /** Of the order, in E.164. */
  phone: string
}

export const isOwnPhone = ({ buyer, phone }: Typed): boolean =>
  buyer.customerId !== null && buyer.accountPhone === phone

/** The limit stands on the page of the raffle; how much of it a number has used does not. */
export function withoutHoldings(error: unknown): unknown {
  if (!(error instanceof Rejection) || error.code !== 'person_limit') return error
  const { ticketsPerPersonMax, raffleId, raffleName, productId } = error.details
  return new Rejection(
    error.code,
    `One person may hold ${Number(ticketsPerPersonMax)} tickets of this raffle.`,
    { ticketsPerPersonMax, raffleId, raffleName, productId },
  )
}
