import { Share2 } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../components/button.tsx'
import { worth } from '../../../lib/money.ts'
import { useSettings } from '../../../lib/page.tsx'
import { useOrderTexts } from '../../../lib/text/account-order.ts'
import { directionOf, useLanguage } from '../../../lib/text/text.tsx'
import { showToast } from '../../../lib/toasts.ts'

type Props = { raffleId: string; raffleName: string; raffleValue: string | null; numbers: string[] }

/** The drawing is loaded when somebody wants it. */
export function ShareTickets({ raffleId, raffleName, raffleValue, numbers }: Props) {
  const { tickets } = useOrderTexts()
  const { shopName } = useSettings()
  const direction = directionOf(useLanguage())
  const [isDrawing, setIsDrawing] = useState(false)

  const share = async () => {
    const { shareImage, ticketImage } = await import('../ticket-image.ts')
    const file = await ticketImage({
      raffleId,
      raffleName,
      numbers,
      shopName,
      direction,
      prize: raffleValue === null ? '' : tickets.prize(worth(raffleValue)),
      address: location.host,
      lead: tickets.imageLead,
      count: tickets.count(numbers.length),
      foot: tickets.imageFoot,
    })
    const outcome = await shareImage(file, tickets.shareText(raffleName))
    if (outcome === 'saved') showToast({ title: tickets.shared })
  }

  return (
    <Button
      type="button"
      variant="outline"
      size="sm"
      disabled={isDrawing}
      aria-label={`${tickets.share}: ${raffleName}`}
      onClick={() => {
        setIsDrawing(true)
        share()
          .catch(() => showToast({ title: tickets.shareFailed, isError: true }))
          .finally(() => setIsDrawing(false))
      }}
    >
      <Share2 size={16} aria-hidden />
      {tickets.share}
    </Button>
  )
}
