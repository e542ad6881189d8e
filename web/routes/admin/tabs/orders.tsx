import { Grid } from '@chakra-ui/react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { orderStatuses } from '#services/contract/orders.ts'

import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { RefreshButton } from '../../../components/admin/refresh-button.tsx'
import { Button } from '../../../components/button.tsx'
import { useOrders } from '../../../features/admin-orders/api/list-orders.ts'
import type { OrderChoices } from '../../../features/admin-orders/api/list-orders.ts'
import { OrderCard } from '../../../features/admin-orders/components/order-card.tsx'
import { OrderFilters } from '../../../features/admin-orders/components/order-filters.tsx'
import { useMe } from '../../../features/auth/api/me.ts'
import { useFocusOnFirstNew } from '../../../lib/admin/first-new.ts'
import { isId, oneOf, withChoices } from '../../../lib/admin/in-address.ts'
import { isOffered } from '../../../lib/admin/offers.ts'
import { samePage } from '../../../lib/admin/same-page.ts'
import { useInAddress } from '../../../lib/admin/use-in-address.ts'
import { useSettled } from '../../../lib/admin/use-settled.ts'
import { useTyped } from '../../../lib/admin/use-typed.ts'
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
const usual: OrderChoices = { orderType: '', status: '' }
const known = { orderType: oneOf(['online', 'offline']), status: oneOf(orderStatuses) }

export function OrdersTab() {
  const admin = useAdminTexts()
  const text = useAdminOrdersTexts()
  const { data: user } = useMe()
  const [chosen, choose] = useInAddress(usual, known)
  const [typed, setTyped] = useTyped('orders')
  const [isCreating, setIsCreating] = useState(false)
  const opened = useOpenedOrder()
  const search = useSettled(typed.trim(), SEARCH_SETTLES_MS)
  const orders = useOrders({ ...chosen, search })
  const cards = useFocusOnFirstNew<HTMLDivElement>(orders.rows.length)
  const isSearched = search !== '' || chosen.status !== ''

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
        <>
          <RefreshButton isRefreshing={orders.isRefreshing} onRefresh={orders.refresh} />
          {isOffered('takeOrders', user) && (
            <Button onClick={() => setIsCreating(true)}>{text.create}</Button>
          )}
        </>
      }
    >
      <OrderFilters filter={{ ...chosen, search: typed }} onChoose={choose} onSearch={setTyped} />
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

const place = { usual: { order: '' }, known: { order: isId } }

/** The opened order stands in the address: other pages of staff link to it, and Back closes it. */
function useOpenedOrder() {
  const [search, setSearch] = useSearchParams()
  const withOrder = (order: string) => withChoices(search, { ...place, changes: { order } })
  return {
    id: search.get('order'),
    open: (id: string) => setSearch(withOrder(id), samePage),
    // In the place of the opened one: Back would open it again.
    close: () => setSearch(withOrder(''), { ...samePage, replace: true }),
  }
}
