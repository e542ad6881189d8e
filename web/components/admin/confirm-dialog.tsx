import { Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { useAdminTexts } from '../../lib/text/admin.ts'
import { Button } from '../button.tsx'
import { danger } from './danger.ts'
import { Modal } from './modal.tsx'

type Props = {
  title: string
  question: string
  /** Of the button that does it. */
  label: string
  pendingLabel?: string
  isPending: boolean
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
  return (
    <Modal
      title={title}
      width="small"
      isAlert
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" flex={{ md: '1' }} onClick={onClose}>
            {text.cancel}
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
    </Modal>
  )
}
