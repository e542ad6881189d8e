import { Box, Flex, Grid } from '@chakra-ui/react'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'

import type { StaffRole } from '#events/staff/events.ts'
import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { TrailButton } from '../../../components/admin/trail-link.tsx'
import { isOffered } from '../../../lib/admin/offers.ts'
import { useUnread } from '../../../lib/admin/use-unread.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useAdminOrder } from '../api/order.ts'
import type { ChosenAct } from '../order-act-forms.ts'
import { shortIdOf } from '../order-words.ts'
import { OrderActs } from './order-acts.tsx'
import { ActPanel } from './act-panel.tsx'
import { OrderBadges } from './order-card.tsx'
import { OrderExclusion } from './order-exclusion.tsx'
import { DetailFacts, DetailMoney } from './order-facts.tsx'
import { OrderHistory } from './order-history.tsx'
import { DetailSection } from './detail-section.tsx'
import { OrderEntries, OrderItems } from './order-parts.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import { OrderAsked } from './order-asked.tsx'

type Props = {
  orderId: string
  role: StaffRole | null
  /** What staff came for; its form is open at once. */
  firstAct?: ChosenAct | null
  onClose: () => void
}

/** Everything about one order, and what may be done to it. */
export function OrderDialog({ orderId, role, firstAct = null, onClose }: Props) {
  const text = useAdminOrdersTexts()
  const read = useAdminOrder(orderId)
  useUnread(read)
  const { data: order, error, isError, refetch } = read
  return (
    <Modal
      title={text.order(shortIdOf(orderId))}
      lead={
        order && (
          <Flex asChild gap="2" wrap="wrap" align="center">
            <span>
              <OrderBadges order={order} />
              <bdi>{order.reference}</bdi>
            </span>
          </Flex>
        )
      }
      width="wide"
      onClose={onClose}
    >
      {order && (
        <Detail order={order} role={role} firstAct={firstAct} onRefresh={() => void refetch()} />
      )}
      {!order && isError && (
        <ErrorRetry line={text.detail.failed} error={error} onRetry={() => void refetch()} />
      )}
      {!order && !isError && <ListSpinner />}
    </Modal>
  )
}

type DetailProps = {
  order: AdminOrderDetail
  role: StaffRole | null
  firstAct: ChosenAct | null
  onRefresh: () => void
}

function Detail({ order, role, firstAct, onRefresh }: DetailProps) {
  const text = useAdminOrdersTexts()
  const [act, setAct] = useState(firstAct)
  const parts = { order, role, onAct: setAct }
  const detail = useFocusOnReturn(act, order)
  return (
    <Grid
      ref={detail}
      tabIndex={-1}
      outline="none"
      templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 340px' }}
      templateRows={{ md: 'auto 1fr' }}
      templateAreas={{
        base: '"acts" "facts" "history"',
        md: '"facts acts" "facts history"',
      }}
      gap="6"
      alignItems="start"
    >
      <Flex gridArea="facts" direction="column" gap="5" minW="0">
        <DetailFacts order={order} />
        <OrderAsked {...parts} />
        <DetailSection title={text.items}>
          <OrderItems items={order.items} />
        </DetailSection>
        {order.raffleEntries.length > 0 && (
          <DetailSection title={text.entries}>
            <OrderEntries entries={order.raffleEntries} />
          </DetailSection>
        )}
        <DetailMoney {...parts} />
        <OrderRefunds {...parts} />
        {/* Its sentences are those of the customers: nothing else waits for them. */}
        <Suspense fallback={null}>
          <OrderExclusion order={order} role={role} />
        </Suspense>
      </Flex>
      <Box gridArea="acts" minW="0">
        {act === null ? (
          <OrderActs {...parts} onRefresh={onRefresh} />
        ) : (
          <ActPanel
            key={JSON.stringify(act)}
            order={order}
            act={act}
            onRefresh={onRefresh}
            onDone={() => setAct(null)}
          />
        )}
      </Box>
      <Box gridArea="history" minW="0">
        <OrderHistory history={order.history} />
        {/* Not beside a form: what is typed there would go unasked. */}
        {act === null && isOffered('readTrail', { role }) && (
          <TrailButton kind="order" id={order.id} />
        )}
      </Box>
    </Grid>
  )
}

/**
 * The form is gone: the keyboard is where it was opened, or at what may be done next, also where
 * the newest version of the order, which comes a moment later, takes away what it was opened by.
 */
function useFocusOnReturn(act: ChosenAct | null, order: AdminOrderDetail) {
  const detail = useRef<HTMLDivElement>(null)
  const last = useRef(act)
  const returned = useRef<HTMLElement>(null)
  // Before the dialog itself sees that the keyboard is nowhere.
  useLayoutEffect(() => {
    const closed = act === null ? last.current : null
    last.current = act
    const isLost = returned.current?.isConnected === false && isNowhere()
    if (closed === null && !isLost) return
    const again = closed && detail.current?.querySelector<HTMLElement>(`[data-act=${closed.kind}]`)
    const next = again ?? detail.current?.querySelector<HTMLElement>('[data-act]')
    returned.current = act === null ? (next ?? detail.current) : null
    returned.current?.focus()
  }, [act, order])
  return detail
}

const isNowhere = () => document.activeElement === document.body
