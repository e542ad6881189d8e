import type { RaffleEvent } from '#events/raffle/events.ts'

type Issued = Extract<RaffleEvent, { type: 'TicketsIssued' }>['data']

/**
 * The canonical leaf entry of the one fact that is written thousands of times a second, by hand:
 * keys in order, and no value that could need escaping (hex, a word from a list, whole numbers, an
 * instant, a UUID). A property test holds it to `leafText`.
 */
export function ticketsIssuedEntry(
  { raffle, index, at }: { raffle: string; index: number; at: string },
  { first, last, channel, ticketsPerUnit, orderCommit, holderCommit }: Issued,
): string {
  return (
    `{"at":"${at}","data":{"channel":"${channel}","first":${first},` +
    `"holderCommit":"${holderCommit}","last":${last},"orderCommit":"${orderCommit}",` +
    `"ticketsPerUnit":${ticketsPerUnit}},"index":${index},"raffle":"${raffle}",` +
    `"type":"TicketsIssued","v":1}`
  )
}
