import { Link } from 'react-router-dom'

import type { DrawRoom, DrawRoomRow } from '#services/contract/admin-draws.ts'

import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { DataTable } from '../../../components/admin/data-table.tsx'
import type { Column } from '../../../components/admin/data-table.tsx'
import { EmptyState, ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { Button } from '../../../components/button.tsx'
import { useDrawRooms } from '../../../features/draw-room/api/draw-room.ts'
import { momentOf } from '../../../lib/day.ts'
import { paths } from '../../../lib/paths.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import type { DrawTexts } from '../../../lib/text/draw-en.ts'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import type { DrawRoomTexts } from '../../../lib/text/draw-room-en.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'
import { StaffPage } from '../staff-page.tsx'

export const DrawListPage = () => <StaffPage>{() => <Draws />}</StaffPage>

function Draws() {
  const { list: texts, act } = useDrawRoomTexts()
  const { stage } = useDrawTexts()
  const { actions } = useAdminTexts()
  const language = useLanguage()
  const { data, error, refetch } = useDrawRooms()
  const rows = data?.data ?? []
  return (
    <AdminPage level="h1" title={texts.title} lead={texts.lead}>
      {error && !data && (
        <ErrorRetry line={texts.failed} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ListSpinner />}
      {data && rows.length === 0 && <EmptyState line={texts.empty} />}
      {rows.length > 0 && (
        <DataTable
          caption={texts.title}
          rows={rows}
          keyOf={({ raffleId }) => raffleId}
          columns={columnsOf({ texts, act, stage, actions, language })}
        />
      )}
    </AdminPage>
  )
}

type Words = Pick<DrawRoomTexts, 'act'> & {
  texts: DrawRoomTexts['list']
  stage: DrawTexts['stage']
  actions: string
  language: Language
}

const columnsOf = ({ texts, act, stage, actions, language }: Words): Column<DrawRoomRow>[] => [
  {
    key: 'raffle',
    header: texts.columns.raffle,
    onPhone: 'bare',
    cell: ({ raffleId, name }) => (
      <Link to={paths.drawRoom(raffleId)}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    key: 'tickets',
    header: texts.columns.tickets,
    cell: ({ issuedCount }) => <bdi>{issuedCount.toLocaleString('en')}</bdi>,
  },
  {
    key: 'stage',
    header: texts.columns.stage,
    cell: (row) => (
      <StatusBadge kind={kindOf(row.stage)}>
        {isSelling(row) ? texts.selling : stage[row.stage]}
      </StatusBadge>
    ),
  },
  {
    key: 'time',
    header: texts.columns.time,
    cell: ({ drawAt, closesAt }) => momentOf(drawAt ?? closesAt, language),
  },
  {
    key: 'next',
    header: texts.columns.next,
    cell: ({ next }) => (next === null ? texts.nothing : act[next]),
  },
  {
    key: 'open',
    header: actions,
    align: 'end',
    onPhone: 'bare',
    cell: ({ raffleId }) => (
      <Button asChild size="sm" variant="outline" width={{ base: 'full', md: 'auto' }}>
        <Link to={paths.drawRoom(raffleId)}>{texts.open}</Link>
      </Button>
    ),
  },
]

/** Nothing is to be done for its draw yet. */
const isSelling = ({ stage, next }: DrawRoomRow) => stage === 'announced' && next === null

const kindOf = (stage: DrawRoom['stage']) => {
  if (stage === 'drawn') return 'highlighted'
  if (stage === 'announced') return 'secondary'
  return stage === 'annulled' || stage === 'postponed' ? 'destructive' : 'warning'
}
