import { Dialog, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { modal } from '../lib/modal.ts'
import { useTexts } from '../lib/text/text.tsx'
import { Button } from './button.tsx'

type Props = {
  title: string
  lead?: string
  onClose: () => void
  /** What it shows is not shown again: a click beside it does nothing. */
  isAlert?: boolean
  children: ReactNode
}

/** A dialog of one subject, for the shop's pages. */
export function SmallDialog({ title, lead, onClose, isAlert = false, children }: Props) {
  const text = useTexts()
  return (
    <Dialog.Root
      {...modal(onClose)}
      role={isAlert ? 'alertdialog' : 'dialog'}
      closeOnInteractOutside={!isAlert}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
              {lead && <Dialog.Description>{lead}</Dialog.Description>}
            </Dialog.Header>
            <Dialog.Body>{children}</Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <Button type="button" variant="ghost" size="icon" aria-label={text.nav.close}>
                <X size={20} aria-hidden />
              </Button>
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
