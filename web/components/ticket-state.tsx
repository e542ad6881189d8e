import type { RaffleEntry } from '#services/contract/entries.ts'

import { useOrderTexts } from '../lib/text/account-order.ts'
import { Badge } from './badge.tsx'

const tones = {
  scheduled: 'plain',
  open: 'cedar',
  sold_out: 'saffron',
  closing: 'saffron',
  frozen: 'saffron',
  drawn: 'plain',
  cancelled: 'danger',
} as const

/** Where the raffle of a ticket stands, for who holds it. */
export function TicketState({ phase }: { phase: RaffleEntry['rafflePhase'] }) {
  const { tickets } = useOrderTexts()
  return <Badge tone={tones[phase]}>{tickets.state[phase]}</Badge>
}
