import { Grid } from '@chakra-ui/react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { useOrders } from '../../../features/admin-orders/api/list-orders.ts'
import type { OrderFilter } from '../../../features/admin-orders/api/list-orders.ts'
import { OrderCard } from '../../../features/admin-orders/components/order-card.tsx'
import { OrderFilters } from '../../../features/admin-orders/components/order-filters.tsx'
import { useMe } from '../../../features/auth/api/me.ts'
import { useFocusOnFirstNew } from '../../../lib/admin/first-new.ts'
import { isOffered } from '../../../lib/admin/offers.ts'
import { samePage } from '../../../lib/admin/same-page.ts'
import { useSettled } from '../../../lib/admin/use-settled.ts'
import { lazily } from '../../../lib/patient.ts'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'

const dialogs = {
  manual: lazily(
    async () =>
      (await import('../../../features/admin-orders/components/manual-order-dialog.tsx'))
        .ManualOrderDialog,
  ),
  order: lazily(
    async () =>
      (await import('../../../features/admin-orders/components/order-dialog.tsx')).OrderDialog,
  ),
}

const SEARCH_SETTLES_MS = 300
const everything: OrderFilter = { orderType: '', status: '', search: '' }

export function OrdersTab() {
  const admin = useAdminTexts()
  const text = useAdminOrdersTexts()
  const { data: user } = useMe()
  const [filter, setFilter] = useState(everything)
  const [isCreating, setIsCreating] = useState(false)
  const opened = useOpenedOrder()
  const search = useSettled(filter.search, SEARCH_SETTLES_MS)
  const orders = useOrders({ ...filter, search: search.trim() })
  const cards = useFocusOnFirstNew<HTMLDivElement>(orders.rows.length)
  const isSearched = search.trim() !== '' || filter.status !== ''

  return (
    <AdminPage
      title={admin.tabs.orders}
      lead={
        orders.state === 'filled' || orders.state === 'empty' ? (
          <bdi>
            {orders.isCapped
              ? text.showingOfMore(orders.rows.length, orders.total)
              : text.showing(orders.rows.length, orders.total)}
          </bdi>
        ) : undefined
      }
      actions={
        isOffered('takeOrders', user) && (
          <Button onClick={() => setIsCreating(true)}>{text.create}</Button>
        )
      }
    >
      <OrderFilters
        filter={filter}
        onChange={(changes) => setFilter((now) => ({ ...now, ...changes }))}
      />
      <ListFaces
        state={orders.state}
        error={orders.error}
        failedLine={text.failed}
        onRetry={orders.refresh}
        empty={<EmptyState line={isSearched ? text.noneFound : text.empty} />}
      >
        <Grid ref={cards} templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="4">
          {orders.rows.map((order) => (
            <OrderCard key={order.id} order={order} onOpen={() => opened.open(order.id)} />
          ))}
        </Grid>
        <LoadMore
          shown={orders.rows.length}
          total={orders.total}
          isCapped={orders.isCapped}
          hasMore={orders.hasMore}
          isLoading={orders.isLoadingMore}
          onMore={orders.more}
        />
      </ListFaces>
      <Suspense fallback={null}>
        {isCreating && <dialogs.manual onClose={() => setIsCreating(false)} />}
        {opened.id !== null && (
          <dialogs.order orderId={opened.id} role={user?.role ?? null} onClose={opened.close} />
        )}
      </Suspense>
    </AdminPage>
  )
}

/** The opened order stands in the address: other pages of staff link to it. */
function useOpenedOrder() {
  const [search, setSearch] = useSearchParams()
  const show = (id: string | null) =>
    setSearch((now) => {
      const next = new URLSearchParams(now)
      if (id === null) next.delete('order')
      else next.set('order', id)
      return next
    }, samePage)
  return { id: search.get('order'), open: show, close: () => show(null) }
}
