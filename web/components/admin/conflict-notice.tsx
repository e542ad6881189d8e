import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'

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
  const problem = error instanceof ApiError ? error.problem : null
  if (problem?.code !== 'edit_conflict') return null
  return <ChangedNotice line={line(problem.changedBy ?? '…')} onReadAnew={onReadAnew} />
}

type ChangedProps = {
  line: string
  /** It comes by itself, while somebody types: the keyboard stays where it is. */
  isQuiet?: boolean
  onReadAnew: () => void
}

export function ChangedNotice({ line, isQuiet = false, onReadAnew }: ChangedProps) {
  const text = useAdminTexts()
  return (
    <Notice>
      {isQuiet ? <chakra.span flex="1">{line}</chakra.span> : <Line>{line}</Line>}
      <Button type="button" size="sm" variant="outline" onClick={onReadAnew}>
        {text.changedMeanwhile}
      </Button>
    </Notice>
  )
}

/**
 * It has the keyboard as soon as it is there: whoever has pressed "Save" may be far below it. The
 * button has not: what was typed would go with the next key.
 */
function Line({ children }: { children: string }) {
  const line = useRef<HTMLSpanElement>(null)
  useEffect(() => line.current?.focus(), [])
  return (
    <chakra.span ref={line} tabIndex={-1} flex="1" outlineOffset="4px">
      {children}
    </chakra.span>
  )
}
