import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { useAdminRaffles } from '../../../features/admin-raffles/api/raffles.ts'
import { RaffleTable } from '../../../features/admin-raffles/components/raffle-table.tsx'
import { useMe } from '../../../features/auth/api/me.ts'
import { isOffered } from '../../../lib/admin/offers.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { RaffleDialogs } from './raffle-dialogs.tsx'
import type { OpenRaffleDialog } from './raffle-dialogs.tsx'

export function RafflesTab() {
  const { raffles } = useCatalogueTexts()
  const admin = useAdminTexts()
  const list = useAdminRaffles()
  const [dialog, setDialog] = useState<OpenRaffleDialog | null>(null)
  const { data: user } = useMe()
  const mayChange = isOffered('changeCatalogue', user)
  const add = () => setDialog({ kind: 'add', copied: null })
  return (
    <AdminPage
      title={raffles.title}
      actions={
        <>
          <Button variant="outline" disabled={list.isRefreshing} onClick={list.refresh}>
            <RefreshCw size={18} aria-hidden />
            {admin.refresh}
          </Button>
          {mayChange && (
            <Button onClick={add}>
              <Plus size={18} aria-hidden />
              {raffles.add}
            </Button>
          )}
        </>
      }
    >
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={raffles.failed}
        empty={
          <EmptyState line={raffles.empty}>
            {mayChange && <Button onClick={add}>{raffles.add}</Button>}
          </EmptyState>
        }
        onRetry={list.refresh}
      >
        <RaffleTable
          rows={list.rows}
          mayChange={mayChange}
          mayExport={isOffered('takeRegister', user)}
          onAct={(kind, raffle) => setDialog({ kind, raffle })}
        />
        <LoadMore
          shown={list.rows.length}
          total={list.total}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={list.more}
        />
      </ListFaces>
      {dialog && <RaffleDialogs dialog={dialog} onOpen={setDialog} />}
    </AdminPage>
  )
}
