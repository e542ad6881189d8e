import { Award } from 'lucide-react'
import { Link } from 'react-router-dom'

import type { RaffleEntry } from '#services/contract/entries.ts'

import { paths } from '../lib/paths.ts'
import { useOrderTexts } from '../lib/text/account-order.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'

const tones = {
  scheduled: 'plain',
  open: 'cedar',
  sold_out: 'saffron',
  closing: 'saffron',
  frozen: 'saffron',
  drawn: 'plain',
  cancelled: 'danger',
} as const

type StateProps = { phase: RaffleEntry['rafflePhase']; isWon: boolean }

/** Where the raffle of a ticket stands, for who holds it. */
export function TicketState({ phase, isWon }: StateProps) {
  const { tickets } = useOrderTexts()
  if (isWon)
    return (
      <Badge tone="prize">
        <Award size={14} aria-hidden />
        {tickets.state.won}
      </Badge>
    )
  return <Badge tone={tones[phase]}>{tickets.state[phase]}</Badge>
}

type LinkProps = { raffleId: string; phase: RaffleEntry['rafflePhase'] }

/** To the draw of a ticket, from the end of the sale on. */
export function DrawLink({ raffleId, phase }: LinkProps) {
  const { tickets } = useOrderTexts()
  if (phase !== 'closing' && phase !== 'frozen' && phase !== 'drawn') return null
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={paths.draw(raffleId)}>{tickets.toDraw}</Link>
    </Button>
  )
}
