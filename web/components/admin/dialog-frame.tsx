import { chakra, Dialog, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent, ReactNode, SyntheticEvent } from 'react'

import { heldByAct } from '../../lib/admin/kept-place.ts'
import { useFaultFocus } from '../../lib/fault-focus.ts'
import { modal } from '../../lib/modal.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { Button } from '../button.tsx'
import { dense } from './dense.ts'

/** Widths of a desk; on a phone every dialog is the whole screen. */
const widths = { small: '480px', form: '640px', large: '880px', wide: '960px' } as const

export type DialogProps = {
  title: string
  lead?: ReactNode
  width?: keyof typeof widths
  /** Stays in view below the scrolling part. */
  footer?: ReactNode
  /** With it the dialog is a form. */
  onSubmit?: () => void
  /** Why the shop refused the form, if it did: the field it names has the keyboard. */
  refusal?: object | null
  onClose: () => void
  /** What has the keyboard first; the first that can have it, when this is nothing. */
  initialFocus?: () => HTMLElement | null
  /** Something irreversible is asked: readers announce it, and a click beside it does nothing. */
  isAlert?: boolean
  /** A call of it runs: until that is answered, Esc, its cross and a press beside it do nothing. */
  isBusy?: boolean
  /** Something was typed, chosen or dropped in it, or in what lies over it. */
  onTouch?: (event: SyntheticEvent) => void
  children: ReactNode
}

/** How every dialog of staff looks; it closes unasked: what is typed is the concern of `Modal`. */
export function DialogFrame(props: DialogProps) {
  const { title, lead, width = 'form', footer, onSubmit, onClose, isAlert, children } = props
  const { initialFocus, refusal = null, isBusy = false, onTouch } = props
  // Asked in the middle of an act: its button, disabled as yet, is what has opened this.
  const [opener] = useState(heldByAct)
  return (
    <Dialog.Root
      {...modal(isBusy ? () => {} : onClose)}
      finalFocusEl={() => (opener?.isConnected ? opener : null)}
      {...(initialFocus && { initialFocusEl: initialFocus })}
      role={isAlert ? 'alertdialog' : 'dialog'}
      closeOnInteractOutside={!isAlert && !onSubmit}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner css={dense}>
          <Dialog.Content
            onInput={onTouch}
            onDrop={onTouch}
            maxW={{ base: 'full', md: widths[width] }}
            minH={{ base: isAlert ? '0' : '100dvh', md: '0' }}
            maxH={{ base: '100dvh', md: '90dvh' }}
            borderTopRadius={{ base: isAlert ? 'ticket' : '0', md: 'ticket' }}
          >
            <Inside onSubmit={onSubmit} refusal={refusal}>
              <Dialog.Header>
                <Dialog.Title>{title}</Dialog.Title>
                {lead && <Dialog.Description>{lead}</Dialog.Description>}
              </Dialog.Header>
              <Dialog.Body>{children}</Dialog.Body>
              {footer && <Dialog.Footer bg="bg.surface">{footer}</Dialog.Footer>}
              <CloseButton isBusy={isBusy} />
            </Inside>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

type InsideProps = {
  onSubmit: (() => void) | undefined
  refusal: object | null
  children: ReactNode
}

function Inside({ onSubmit, refusal, children }: InsideProps) {
  const refused = useFaultFocus(refusal)
  if (!onSubmit) return children
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A dialog inside a dialog is its child for React: its own form is not this one's.
    event.stopPropagation()
    onSubmit()
    // Once the errors are drawn, the keyboard stands on the first of them.
    const form = event.currentTarget
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <chakra.form
      ref={refused}
      noValidate
      onSubmit={submit}
      display="flex"
      flexDirection="column"
      flex="1"
      minH="0"
    >
      {children}
    </chakra.form>
  )
}

function CloseButton({ isBusy }: { isBusy: boolean }) {
  const text = useAdminTexts()
  return (
    <Dialog.CloseTrigger asChild>
      <Button
        variant="ghost"
        size="icon"
        aria-label={text.close}
        aria-disabled={isBusy || undefined}
      >
        <X size={20} aria-hidden />
      </Button>
    </Dialog.CloseTrigger>
  )
}
