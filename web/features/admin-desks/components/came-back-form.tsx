import { Box, chakra, Flex } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'

import { TextField } from '../../../components/admin/fields.tsx'
import { Button } from '../../../components/button.tsx'
import { useFaultFocus } from '../../../lib/fault-focus.ts'
import { useAdminDesksTexts } from '../../../lib/text/admin-desks.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'

type Props = { isPending: boolean; onCameBack: (why: string) => void }

const NOTE_MAX = 500

/** A second press and a reason: the order goes back to those that are to be prepared. */
export function CameBackForm({ isPending, onCameBack }: Props) {
  const { fulfilment } = useAdminDesksTexts()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isKept = useRef(false)
  // Back to where it was opened: beside it stands a button that delivers at once.
  useEffect(() => {
    if (!isOpen && isKept.current) opener.current?.focus()
    isKept.current = isOpen
  }, [isOpen])
  if (isOpen) return <Reason {...{ isPending, onCameBack }} onKeep={() => setIsOpen(false)} />
  return (
    <Box>
      <Button
        ref={opener}
        size="sm"
        variant="ghost"
        disabled={isPending}
        onClick={() => setIsOpen(true)}
      >
        {fulfilment.cameBack}
      </Button>
    </Box>
  )
}

function Reason({ isPending, onCameBack, onKeep }: Props & { onKeep: () => void }) {
  const { fulfilment } = useAdminDesksTexts()
  const { required } = useAdminTexts()
  const [why, setWhy] = useState('')
  const [fault, setFault] = useState<{ sentence: string } | null>(null)
  const form = useFaultFocus(fault)
  // The button that opened it is gone: the focus goes on here.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form])
  return (
    <chakra.form
      ref={form}
      noValidate
      aria-label={fulfilment.cameBack}
      display="flex"
      flexDirection="column"
      gap="2"
      onSubmit={(event) => {
        event.preventDefault()
        if (why.trim() === '') return setFault({ sentence: required })
        setFault(null)
        onCameBack(why.trim())
      }}
    >
      <TextField
        label={fulfilment.cameBackWhy}
        name="why"
        charactersMax={NOTE_MAX}
        error={fault?.sentence ?? null}
        value={why}
        onChange={setWhy}
      />
      <Flex gap="2" wrap="wrap">
        <Button type="button" size="sm" variant="outline" onClick={onKeep}>
          {fulfilment.cameBackKeep}
        </Button>
        <Button type="submit" size="sm" disabled={isPending}>
          {fulfilment.cameBackConfirm}
        </Button>
      </Flex>
    </chakra.form>
  )
}
