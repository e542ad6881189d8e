import { Flex, Text } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router-dom'

import type { Product } from '#services/contract/products.ts'
import type { Raffle } from '#services/contract/raffles.ts'

import { Button } from '../../components/button.tsx'
import { EmptyTicket } from '../../components/empty-ticket.tsx'
import { PageSpinner } from '../../components/page-spinner.tsx'
import { Wrap } from '../../components/section.tsx'
import { Steps } from '../../components/steps.tsx'
import { WhenIdle } from '../../components/when-idle.tsx'
import { NotifyMe } from '../../features/alerts/components/notify-me.tsx'
import { useMe } from '../../features/auth/api/me.ts'
import { raffleKey, useRaffle } from '../../features/raffles/api/get-raffle.ts'
import { useRaffleProducts } from '../../features/raffles/api/list-raffle-products.ts'
import { useTicketCountsByTheMinute } from '../../features/raffles/api/list-raffles.ts'
import { RaffleDetail } from '../../features/raffles/components/raffle-detail.tsx'
import { ApiError } from '../../lib/http.ts'
import { useMinute } from '../../lib/minute.ts'
import { lazily } from '../../lib/patient.ts'
import { paths } from '../../lib/paths.ts'
import { pathOf } from '../../lib/query-client.ts'
import { noticeOf } from '../../lib/raffle-notice.ts'
import { useAlertTexts } from '../../lib/text/alerts.ts'
import { useTexts } from '../../lib/text/text.tsx'
import { enterRaffle } from './enter-raffle.ts'
import { trackView } from './tracking.ts'

const Changes = lazily(
  async () => (await import('../../features/raffles/components/raffle-changes.tsx')).RaffleChanges,
)

export function RafflePage() {
  const { id = '' } = useParams()
  return <RaffleById key={id} id={id} />
}

function RaffleById({ id }: { id: string }) {
  const text = useTexts()
  const { data: raffle, error, isPending, refetch } = useRaffle(id)
  const { data: products } = useRaffleProducts(id)
  useTicketCountsByTheMinute(pathOf(raffleKey(id)))
  useViewTold(products?.[0] ?? raffle?.product ?? null)

  if (isPending) return <PageSpinner />
  if (!raffle) return <NoRaffle error={error} onRetry={() => void refetch()} />

  const complete: Raffle = { ...raffle, product: products?.[0] ?? raffle.product }
  return (
    <>
      <RaffleDetail
        raffle={complete}
        onEnter={(chosen) => enterRaffle(chosen, text)}
        notice={<Notice raffle={complete} />}
      />
      <WhenIdle>
        <Changes raffleId={raffle.id} />
      </WhenIdle>
      <Steps />
    </>
  )
}

/** For who came too early or too late: he is told when he can enter, or led to the draw. */
function Notice({ raffle }: { raffle: Raffle }) {
  const { data: user } = useMe()
  const notice = noticeOf(raffle, useMinute())
  if (notice === null) return null
  if (notice === 'cancelled') return <Cancelled />
  if (notice === 'draw') return <ToDraw raffle={raffle} />
  const isSignedIn = Boolean(user && !user.isAdmin)
  return <NotifyMe raffleId={raffle.id} waitsFor={notice} isSignedIn={isSignedIn} />
}

function Cancelled() {
  const { draw } = useAlertTexts()
  return (
    <Text fontSize="sm" color="fg.soft">
      {draw.cancelled}
    </Text>
  )
}

function ToDraw({ raffle: { id, phase } }: { raffle: Raffle }) {
  const { draw } = useAlertTexts()
  return (
    <Flex direction="column" gap="3">
      <Text fontSize="sm" color="fg.soft">
        {phase === 'drawn' ? draw.done : draw.coming}
      </Text>
      <Button asChild variant="outline">
        <Link to={paths.draw(id)}>{draw.go}</Link>
      </Button>
    </Flex>
  )
}

/** Once for each product that is looked at. */
function useViewTold(product: Product | null): void {
  const told = useRef<string>(null)
  useEffect(() => {
    if (!product || told.current === product.id) return
    told.current = product.id
    trackView(product)
  }, [product])
}

function NoRaffle({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const text = useTexts()
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.status)
  return (
    <Wrap narrow>
      <div style={{ paddingBlock: '64px' }}>
        <EmptyTicket
          seed="lost"
          line={isUnknown ? text.raffle.notFound : text.failed.title}
          hint={isUnknown ? text.raffle.notFoundHint : text.failed.hint}
          isAlert
          isTitle
        >
          {isUnknown ? (
            <Button asChild variant="outline">
              <Link to={paths.raffles}>{text.raffle.back}</Link>
            </Button>
          ) : (
            <Button variant="outline" onClick={onRetry}>
              {text.retry}
            </Button>
          )}
        </EmptyTicket>
      </div>
    </Wrap>
  )
}
