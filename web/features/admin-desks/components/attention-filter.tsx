import type { AttentionCounts, AttentionKind } from '#services/contract/attention.ts'

import { Segment } from '../../../components/admin/segment.tsx'
import { useAdminDesksTexts } from '../../../lib/text/admin-desks.ts'

type Props = {
  counts: AttentionCounts
  kind: AttentionKind | ''
  onChange: (kind: AttentionKind | '') => void
}

/** Only the kinds of which there are any. */
export function AttentionFilter({ counts, kind, onChange }: Props) {
  const { attention } = useAdminDesksTexts()
  const choices = [
    { value: '' as const, label: `${attention.all} (${counts.total})` },
    ...counts.kinds.map((known) => ({
      value: known.kind,
      label: `${attention.kinds[known.kind]} (${known.count})`,
    })),
  ]
  return (
    <Segment
      legend={attention.filter}
      name="attentionKind"
      value={kind}
      choices={choices}
      onChange={onChange}
    />
  )
}
