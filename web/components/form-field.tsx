import { Box, chakra } from '@chakra-ui/react'
import { useId } from 'react'
import type { ReactNode } from 'react'

export type FieldParts = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type Props = {
  label: string
  hint?: string
  /** Empty: wrong too, but said elsewhere. */
  error?: string | null
  /** Draws the control with the ids that tie label, hint and error to it. */
  children: (parts: FieldParts) => ReactNode
}

export function FormField({ label, hint, error, children }: Props) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error || hint
  return (
    <Box>
      <chakra.label htmlFor={id} display="block" fontSize="sm" fontWeight="bold" mb="1">
        {label}
      </chakra.label>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': typeof error === 'string' ? true : undefined,
      })}
      {note && (
        <chakra.p id={noteId} fontSize="xs" mt="1" color={error ? 'pomegranate.fg' : 'fg.muted'}>
          {note}
        </chakra.p>
      )}
    </Box>
  )
}
