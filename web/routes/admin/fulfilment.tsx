import { Box, Flex, Grid } from '@chakra-ui/react'
import { useState } from 'react'

import type { User } from '#services/contract/auth.ts'
import { fulfilmentStages } from '#services/contract/fulfilment.ts'
import type { FulfilmentOrder, FulfilmentStage } from '#services/contract/fulfilment.ts'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { EmptyState, ErrorRetry, ListFaces, LoadMore } from '../../components/admin/list-faces.tsx'
import { RefreshButton } from '../../components/admin/refresh-button.tsx'
import { Segment } from '../../components/admin/segment.tsx'
import {
  useFulfilment,
  useHandOver,
  usePickList,
} from '../../features/admin-desks/api/fulfilment.ts'
import type { Handover } from '../../features/admin-desks/api/fulfilment.ts'
import { FulfilmentCard } from '../../features/admin-desks/components/fulfilment-card.tsx'
import { PickListCard } from '../../features/admin-desks/components/pick-list-card.tsx'
import { OrderDialog } from '../../features/admin-orders/components/order-dialog.tsx'
import { mayAct } from '../../features/admin-orders/order-act-forms.ts'
import { useFocusOnFirstNew } from '../../lib/admin/first-new.ts'
import { oneOf } from '../../lib/admin/in-address.ts'
import { codeOf, showFailure, showSuccess } from '../../lib/admin/outcome.ts'
import { useInAddress } from '../../lib/admin/use-in-address.ts'
import { useUnread } from '../../lib/admin/use-unread.ts'
import { useAdminDesksTexts } from '../../lib/text/admin-desks.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { StaffPage } from './staff-page.tsx'

export function FulfilmentPage() {
  return <StaffPage>{(staff) => <Fulfilment staff={staff} />}</StaffPage>
}

const usual: { stage: FulfilmentStage } = { stage: 'to_prepare' }
const known = { stage: oneOf(fulfilmentStages) }

function Fulfilment({ staff }: { staff: User }) {
  const { fulfilment } = useAdminDesksTexts()
  const [{ stage }, choose] = useInAddress(usual, known)
  const [opened, setOpened] = useState<string | null>(null)
  const pickList = usePickList()
  useUnread(pickList)
  const { data: picks, error: unpicked, refetch: pickAgain } = pickList
  const orders = useFulfilment(stage)
  const cards = useFocusOnFirstNew<HTMLDivElement>(orders.rows.length)
  const { step, isPending } = useStep()
  const countOf = (known: FulfilmentStage) => (picks ? ` (${picks.stages[known]})` : '')

  return (
    <AdminPage
      title={fulfilment.title}
      lead={fulfilment.lead}
      level="h1"
      actions={
        <RefreshButton
          isRefreshing={orders.isRefreshing}
          onRefresh={() => {
            orders.refresh()
            void pickAgain()
          }}
        />
      }
    >
      <Flex mb="4" _print={{ display: 'none' }}>
        <Segment
          legend={fulfilment.stage}
          name="stage"
          value={stage}
          choices={fulfilmentStages.map((known) => ({
            value: known,
            label: `${fulfilment.stages[known]}${countOf(known)}`,
          }))}
          onChange={(next) => choose({ stage: next })}
        />
      </Flex>
      {stage === 'to_prepare' && picks && <PickListCard items={picks.items} />}
      {stage === 'to_prepare' && !picks && unpicked && (
        <Box mb="5" _print={{ display: 'none' }}>
          <ErrorRetry
            line={fulfilment.pickListFailed}
            error={unpicked}
            onRetry={() => void pickAgain()}
          />
        </Box>
      )}
      <Box _print={{ display: 'none' }}>
        <ListFaces
          state={orders.state}
          error={orders.error}
          failedLine={fulfilment.failed}
          onRetry={orders.refresh}
          empty={<EmptyState line={fulfilment.empty[stage]} />}
        >
          <Grid
            ref={cards}
            templateColumns={{ base: '1fr', md: '1fr 1fr', lg: '1fr 1fr 1fr' }}
            gap="4"
          >
            {orders.rows.map((order) => (
              <FulfilmentCard
                key={order.id}
                order={order}
                stage={stage}
                mayAct={mayAct(staff.role, 'ready')}
                isPending={isPending}
                onStep={(chosen, code, onWrongCode) =>
                  step({ ...versionOf(order), step: chosen, code, note: '' }, onWrongCode)
                }
                onCameBack={(note) =>
                  step({ ...versionOf(order), step: 'came_back', code: '', note })
                }
                onOpen={() => setOpened(order.id)}
              />
            ))}
          </Grid>
          <LoadMore
            shown={orders.rows.length}
            total={orders.total}
            hasMore={orders.hasMore}
            isLoading={orders.isLoadingMore}
            onMore={orders.more}
          />
        </ListFaces>
      </Box>
      {opened && <OrderDialog orderId={opened} role={staff.role} onClose={() => setOpened(null)} />}
    </AdminPage>
  )
}

const versionOf = ({ id, version }: FulfilmentOrder) => ({ orderId: id, version })

function useStep() {
  const { fulfilment } = useAdminDesksTexts()
  const admin = useAdminTexts()
  const handOver = useHandOver()
  const step = (handover: Handover, onWrongCode?: () => void) =>
    handOver.mutate(handover, {
      onSuccess: () =>
        showSuccess(handover.step === 'came_back' ? fulfilment.cameBackDone : fulfilment.told),
      onError: (reason) => {
        if (codeOf(reason) === 'wrong_code' && onWrongCode) onWrongCode()
        else showFailure(admin.error, reason, fulfilment.actFailed)
      },
    })
  return { step, isPending: handOver.isPending }
}
