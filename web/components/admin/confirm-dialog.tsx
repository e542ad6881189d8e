import { Text } from '@chakra-ui/react'
import { useRef } from 'react'
import type { ReactNode } from 'react'

import { useAdminTexts } from '../../lib/text/admin.ts'
import { Button } from '../button.tsx'
import { danger } from './danger.ts'
import { DialogFrame } from './dialog-frame.tsx'

type Props = {
  title: string
  question: string
  /** Of the button that does it. */
  label: string
  pendingLabel?: string
  isPending: boolean
  /** Of the button that leaves everything as it is; it has the keyboard first. */
  closeLabel?: string
  onConfirm: () => void
  onClose: () => void
  /** Above the question: what speaks against it. */
  notice?: ReactNode
  children?: ReactNode
}

/** Asks once more before what cannot be taken back. */
export function ConfirmDialog(props: Props) {
  const { title, question, label, pendingLabel, isPending, onConfirm, onClose } = props
  const text = useAdminTexts()
  const away = useRef<HTMLButtonElement>(null)
  return (
    <DialogFrame
      title={title}
      width="small"
      isAlert
      initialFocus={() => away.current}
      isBusy={isPending}
      onClose={onClose}
      footer={
        <>
          <Button
            ref={away}
            variant="outline"
            flex={{ md: '1' }}
            disabled={isPending}
            onClick={onClose}
          >
            {props.closeLabel ?? text.cancel}
          </Button>
          <Button flex="1" py="1.5" {...danger} disabled={isPending} onClick={onConfirm}>
            {isPending ? (pendingLabel ?? text.deleting) : label}
          </Button>
        </>
      }
    >
      {props.notice}
      <Text>{question}</Text>
      {props.children}
    </DialogFrame>
  )
}
