// The page of a raffle: its words and picture, stream `raffle-page/<raffleId>` of the shop log.
// They may be corrected at any time; every version stays readable.
import { unreachable } from '../kernel/assert.ts'
import type { Decider } from '../kernel/decider.ts'
import { Rejection } from '../kernel/rejection.ts'

import type { RafflePageEvent } from './events.ts'

export type PageWords = Extract<RafflePageEvent, { type: 'RafflePageWritten' }>['data']

export type RafflePage =
  | { readonly status: 'none' }
  | { readonly status: 'written'; readonly words: PageWords }
  | { readonly status: 'removed' }

export type RafflePageCommand =
  | { type: 'WriteRafflePage'; words: PageWords }
  /** `isUsed`: the raffle has, or ever had, a product, a hold or a ticket. */
  | { type: 'RemoveRafflePage'; isUsed: boolean }

function decide(command: RafflePageCommand, state: RafflePage): RafflePageEvent[] {
  switch (command.type) {
    case 'WriteRafflePage': {
      if (state.status === 'removed') throw new Rejection('not_found', 'This raffle was deleted')
      if (state.status === 'written' && isSame(state.words, command.words)) return []
      return [{ type: 'RafflePageWritten', data: command.words }]
    }
    case 'RemoveRafflePage': {
      if (state.status === 'removed') return []
      if (state.status === 'none') throw new Rejection('not_found', 'There is no such raffle')
      if (command.isUsed) throw new Rejection('cannot_delete_raffle', 'Cannot delete raffle')
      return [{ type: 'RafflePageRemoved', data: {} }]
    }
    default:
      return unreachable(command)
  }
}

function evolve(_state: RafflePage, { type, data }: RafflePageEvent): RafflePage {
  switch (type) {
    case 'RafflePageWritten':
      return { status: 'written', words: data }
    case 'RafflePageRemoved':
      return { status: 'removed' }
    default:
      return unreachable(type)
  }
}

export const rafflePageDecider: Decider<RafflePageCommand, RafflePage, RafflePageEvent> = {
  initial: { status: 'none' },
  decide,
  evolve,
}

function isSame(a: PageWords, b: PageWords): boolean {
  return (
    a.name === b.name &&
    a.description === b.description &&
    a.prizeInfo === b.prizeInfo &&
    a.image === b.image
  )
}
