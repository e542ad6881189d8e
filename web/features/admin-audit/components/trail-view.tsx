import { Flex } from '@chakra-ui/react'
import { useState } from 'react'

import type { AuditEntry } from '#services/contract/admin-audit.ts'

import { EmptyState, ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { EmptyTicket } from '../../../components/empty-ticket.tsx'
import { codeOf, refusalOf, showFailure } from '../../../lib/admin/outcome.ts'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useExportTrail, useTrail } from '../api/audit.ts'
import type { ShownSubject } from '../subject.ts'
import { useTrailFilter } from '../use-trail-filter.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { TrailFilters } from './trail-filters.tsx'
import { TrailTable } from './trail-table.tsx'

export function TrailView() {
  const text = useAdminAuditTexts()
  const admin = useAdminTexts()
  const question = useTrailFilter()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const trail = useTrail(question.asked)
  const exporting = useExportTrail()
  // Asked again it is refused again: what helps is another subject.
  const isSeveral = trail.state === 'failed' && codeOf(trail.error) === 'several_found'
  const several = isSeveral ? refusalOf(trail.error) : null

  const showSubject = ({ subjectKind, subject }: ShownSubject) => {
    setOpened(null)
    question.begin({ about: subjectKind, subject })
  }

  return (
    <>
      <TrailFilters question={question} />
      <Flex justify="flex-end" mb="3">
        <Button
          variant="outline"
          size="sm"
          disabled={exporting.isPending}
          onClick={() =>
            exporting.mutate(question.asked, {
              onError: (error) => showFailure(admin.error, error, text.exportFailed),
            })
          }
        >
          {text.export}
        </Button>
      </Flex>
      <ListFaces
        state={several === null ? trail.state : 'empty'}
        error={trail.error}
        failedLine={text.failed}
        empty={
          several === null ? (
            <EmptyState line={trail.isNobody ? text.unknown : text.none} />
          ) : (
            <EmptyTicket line={several} isAlert />
          )
        }
        onRetry={trail.refresh}
      >
        <TrailTable entries={trail.rows} onOpen={setOpened} />
        <LoadMore
          shown={trail.rows.length}
          total={trail.total}
          isCapped={trail.isCapped}
          cappedLine={text.capped}
          hasMore={trail.hasMore}
          isLoading={trail.isLoadingMore}
          onMore={trail.more}
        />
      </ListFaces>
      {opened !== null && (
        <EntryDialog entry={opened} onSubject={showSubject} onClose={() => setOpened(null)} />
      )}
    </>
  )
}
