import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type Props = { onSubmit: () => void; children: ReactNode }

/** A form in a dialog, which may be inside of a form: what it sends is its own. */
export function FactorForm({ onSubmit, children }: Props) {
  return (
    <chakra.form
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
