import { chakra, Flex } from '@chakra-ui/react'
import type { FormEvent, ReactNode } from 'react'

import { Button } from '../../../components/button.tsx'
import { useFaultFocus } from '../../../lib/fault-focus.ts'

type Props = {
  label: string
  isPending: boolean
  /** Why it was refused, if it was: the first field at fault has the keyboard. */
  refusal?: object | null
  onSubmit: () => void
  children: ReactNode
}

/** A short form inside the room: fields one under the other, one button. */
export function RoomForm({ label, isPending, refusal = null, onSubmit, children }: Props) {
  const form = useFaultFocus(refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <chakra.form ref={form} noValidate onSubmit={submit}>
      <Flex direction="column" gap="3" maxW="560px">
        {children}
        <Button type="submit" size="sm" alignSelf="flex-start" disabled={isPending}>
          {label}
        </Button>
      </Flex>
    </chakra.form>
  )
}

/** Empty fields are left out of the call. */
export const filled = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  )
