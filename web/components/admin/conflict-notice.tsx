import { chakra } from '@chakra-ui/react'

import { Button } from '../button.tsx'
import { ApiError } from '../../lib/http.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { Notice } from './notice.tsx'

type Props = {
  error: unknown
  /** "Changed by {name} …" */
  line: (name: string) => string
  onReadAnew: () => void
}

/** Somebody else has saved meanwhile: who, and the way to what stands now. */
export function ConflictNotice({ error, line, onReadAnew }: Props) {
  const text = useAdminTexts()
  const problem = error instanceof ApiError ? error.problem : null
  if (problem?.code !== 'edit_conflict') return null
  return (
    <Notice>
      <chakra.span flex="1">{line(problem.changedBy ?? '…')}</chakra.span>
      <Button type="button" size="sm" variant="outline" onClick={onReadAnew}>
        {text.changedMeanwhile}
      </Button>
    </Notice>
  )
}
