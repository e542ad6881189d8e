import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { useFaultFocus } from '../../lib/fault-focus.ts'

type Props = {
  /** What its field says was wrong: that field then has the keyboard. */
  error?: string | null
  onSubmit: () => void
  children: ReactNode
}

/** A form in a dialog, which may be inside of a form: what it sends is its own. */
export function FactorForm({ error = null, onSubmit, children }: Props) {
  const form = useFaultFocus(error)
  return (
    <chakra.form
      ref={form}
      noValidate
      display="grid"
      gap="4"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
    </chakra.form>
  )
}
