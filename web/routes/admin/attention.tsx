import { Box, chakra, Flex } from '@chakra-ui/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { User } from '#services/contract/auth.ts'
import { attentionKinds } from '#services/contract/attention.ts'
import type { AttentionCounts, AttentionItem, AttentionKind } from '#services/contract/attention.ts'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../components/admin/list-faces.tsx'
import { RefreshButton } from '../../components/admin/refresh-button.tsx'
import {
  useAttention,
  useAttentionCounts,
  useRecheck,
  useResendMessage,
} from '../../features/admin-desks/api/attention.ts'
import type { AttentionAct } from '../../features/admin-desks/attention-acts.ts'
import { AttentionFilter } from '../../features/admin-desks/components/attention-filter.tsx'
import { AttentionRow } from '../../features/admin-desks/components/attention-row.tsx'
import { HandledDialog } from '../../features/admin-desks/components/handled-dialog.tsx'
import { shownKind } from '../../features/admin-desks/shown-kind.ts'
import { OrderDialog } from '../../features/admin-orders/components/order-dialog.tsx'
import type { ChosenAct } from '../../features/admin-orders/order-act-forms.ts'
import { mayAct } from '../../features/admin-orders/order-act-forms.ts'
import { useFocusOnFirstNew } from '../../lib/admin/first-new.ts'
import { oneOf } from '../../lib/admin/in-address.ts'
import { showFailure, showSuccess } from '../../lib/admin/outcome.ts'
import { useInAddress } from '../../lib/admin/use-in-address.ts'
import { useAdminDesksTexts } from '../../lib/text/admin-desks.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { StaffPage } from './staff-page.tsx'

export function AttentionPage() {
  return <StaffPage>{(staff) => <Attention staff={staff} />}</StaffPage>
}

const usual: { kind: AttentionKind | '' } = { kind: '' }
const known = { kind: oneOf(attentionKinds) }

function Attention({ staff }: { staff: User }) {
  const { attention } = useAdminDesksTexts()
  const [chosen, choose] = useInAddress(usual, known)
  const { data: counts, refetch: countAgain } = useAttentionCounts()
  const kind = shownKind(chosen.kind, counts)
  const list = useAttention(kind)
  useReadWithCounts(counts, list.refresh)
  const rows = useFocusOnFirstNew<HTMLUListElement>(list.rows.length)
  const { opened, ending, isPending, act, close } = useActs()

  return (
    <AdminPage
      title={attention.title}
      lead={attention.lead}
      level="h1"
      actions={
        <RefreshButton
          isRefreshing={list.isRefreshing}
          onRefresh={() => {
            list.refresh()
            void countAgain()
          }}
        />
      }
    >
      {counts && counts.total > 0 && (
        <Flex mb="4">
          <AttentionFilter
            counts={counts}
            kind={kind}
            onChange={(next) => choose({ kind: next })}
          />
        </Flex>
      )}
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={attention.failed}
        onRetry={list.refresh}
        empty={<EmptyState line={attention.empty} hint={attention.emptyHint} />}
      >
        <chakra.ul ref={rows} display="flex" flexDirection="column" gap="3">
          {list.rows.map((item) => (
            <AttentionRow
              key={`${item.kind} ${item.item}`}
              item={item}
              mayAct={mayAct(staff.role, 'mark_paid')}
              isPending={isPending}
              onAct={(chosen) => act(item, chosen)}
            />
          ))}
        </chakra.ul>
        <LoadMore
          shown={list.rows.length}
          total={list.total}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={list.more}
        />
      </ListFaces>
      <Box>
        {opened && (
          <OrderDialog
            orderId={opened.orderId}
            role={staff.role}
            firstAct={opened.act}
            onClose={() => {
              close()
              list.refresh()
            }}
          />
        )}
        {ending && <HandledDialog item={ending} onClose={close} />}
      </Box>
    </AdminPage>
  )
}

/** Only the counts are looked at again by themselves: the list is read when they are others. */
function useReadWithCounts(counts: AttentionCounts | undefined, readList: () => void): void {
  const last = useRef(counts)
  const read = useEffectEvent(readList)
  useEffect(() => {
    const isOther = last.current !== undefined && last.current !== counts
    last.current = counts
    if (isOther) read()
  }, [counts])
}

type Opened = { orderId: string; act: ChosenAct | null }

/** Done here, or in the order's own dialog with the form that is meant already open. */
function useActs() {
  const { attention } = useAdminDesksTexts()
  const admin = useAdminTexts()
  const recheck = useRecheck()
  const resend = useResendMessage()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [ending, setEnding] = useState<AttentionItem | null>(null)
  const heard = (done: string) => ({
    onSuccess: () => showSuccess(done),
    onError: (reason: unknown) => showFailure(admin.error, reason, attention.actFailed),
  })

  const act = (item: AttentionItem, chosen: AttentionAct) => {
    if (chosen === 'handled') return setEnding(item)
    if (chosen === 'resend' && item.detail !== null)
      return resend.mutate(item.detail, heard(attention.resent))
    if (item.orderId === null) return
    if (chosen === 'recheck') return recheck.mutate(item.orderId, heard(attention.rechecked))
    setOpened({ orderId: item.orderId, act: orderActOf(item, chosen) })
  }
  return {
    opened,
    ending,
    isPending: recheck.isPending || resend.isPending,
    act,
    close: () => {
      setOpened(null)
      setEnding(null)
    },
  }
}

/** The code of such an item is the currency that came. */
const mismatch = ({ item }: AttentionItem) =>
  ({ kind: 'refund_mismatch', attemptId: item }) as const

function orderActOf(item: AttentionItem, chosen: AttentionAct): ChosenAct | null {
  switch (chosen) {
    case 'markPaid':
      return { kind: 'mark_paid' }
    case 'proof':
      return { kind: 'prove_payment' }
    case 'refund':
      return item.kind === 'mismatched'
        ? { ...mismatch(item), received: item.received, currency: item.code }
        : { kind: 'pay_refund', refundId: item.item }
    default:
      return null
  }
}
