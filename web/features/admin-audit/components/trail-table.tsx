import { chakra, Text } from '@chakra-ui/react'

import type { AuditEntry } from '#services/contract/admin-audit.ts'

import { DataTable } from '../../../components/admin/data-table.tsx'
import type { Column } from '../../../components/admin/data-table.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { stampOf } from '../../../lib/day.ts'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { actorWords, factSentence, kindWord } from '../tell.ts'

type Props = { entries: readonly AuditEntry[]; onOpen: (entry: AuditEntry) => void }

export const placeOf = ({ logId, position }: AuditEntry) => `${logId} ${position}`

/** Who did what to what, when and from where, a line each. */
export function TrailTable({ entries, onOpen }: Props) {
  const text = useAdminAuditTexts()
  const admin = useAdminTexts()
  const language = useLanguage()
  const columns: Column<AuditEntry>[] = [
    {
      key: 'what',
      header: text.what,
      onPhone: 'bare',
      cell: (entry) => (
        <>
          <chakra.span fontWeight="bold" overflowWrap="anywhere">
            {factSentence({ text, language }, entry)}
          </chakra.span>
          <Text fontSize="sm" color="fg.muted">
            {kindWord(text, entry.subject.kind)} <bdi>{entry.subject.name}</bdi>
          </Text>
        </>
      ),
    },
    {
      key: 'who',
      header: text.who,
      cell: (entry) => (
        <>
          <bdi>{actorWords(text, entry)}</bdi>{' '}
          {entry.actor.role !== null && isRole(admin.roles, entry.actor.role) && (
            <Badge>{admin.roles[entry.actor.role]}</Badge>
          )}
        </>
      ),
    },
    { key: 'where', header: text.where, cell: ({ address }) => <bdi>{address ?? '–'}</bdi> },
    {
      key: 'when',
      header: text.when,
      cell: ({ at }) => (
        <chakra.time dateTime={at} whiteSpace="nowrap">
          {stampOf(at, language)}
        </chakra.time>
      ),
    },
    {
      key: 'details',
      header: text.details,
      align: 'end',
      onPhone: 'bare',
      cell: (entry) => (
        <Button
          variant="outline"
          size="sm"
          width={{ base: 'full', md: 'auto' }}
          aria-label={text.detailsOf(factSentence({ text, language }, entry))}
          onClick={() => onOpen(entry)}
        >
          {text.details}
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      caption={text.title}
      columns={columns}
      rows={entries}
      keyOf={placeOf}
      onRow={onOpen}
    />
  )
}

const isRole = <Roles extends object>(roles: Roles, role: string): role is keyof Roles & string =>
  Object.hasOwn(roles, role)
