import { useState } from 'react'

import type { CustomerRow } from '#services/contract/admin-customers.ts'

import { ExclusionDialog } from '../../../components/admin/exclusion-dialog.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useExclusions, useLiftExclusion } from '../api/exclusions.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import type { Rights } from './customer-dialog.tsx'
import { ExclusionTable } from './exclusion-table.tsx'

type Props = Rights & { onClose: () => void }

/** Everybody on the exclude list, each to be let in again, also whose number nobody knows. */
export function ExclusionList({ onClose, ...rights }: Props) {
  const { exclusions: text } = useAnalyticsTexts()
  const list = useExclusions()
  const lift = useLiftExclusion()
  const [opened, setOpened] = useState<Pick<CustomerRow, 'id' | 'fullName' | 'phone'> | null>(null)
  const [lifted, setLifted] = useState<string | null>(null)
  return (
    <Modal title={text.title} lead={text.lead} width="wide" onClose={onClose}>
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={text.failed}
        empty={<EmptyState line={text.none} />}
        onRetry={list.refresh}
      >
        <ExclusionTable
          exclusions={list.rows}
          mayLift={rights.mayExclude}
          onCustomer={({ fullName, phone }, id) => setOpened({ id, fullName, phone })}
          onLift={({ id }) => setLifted(id)}
        />
        <LoadMore
          shown={list.rows.length}
          total={list.total}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={list.more}
        />
      </ListFaces>
      {opened && <CustomerDialog row={opened} {...rights} onClose={() => setOpened(null)} />}
      {lifted !== null && (
        <ExclusionDialog
          isExcluded
          isPending={lift.isPending}
          onExclude={(excluding, heard) => lift.mutate({ ...excluding, id: lifted }, heard)}
          onClose={() => setLifted(null)}
        />
      )}
    </Modal>
  )
}
