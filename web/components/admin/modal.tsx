import { chakra, Dialog, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'

import { heldByAct } from '../../lib/admin/kept-place.ts'
import { useFaultFocus } from '../../lib/fault-focus.ts'
import { modal } from '../../lib/modal.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { Button } from '../button.tsx'
import { danger } from './danger.ts'
import { dense } from './dense.ts'

/** Widths of a desk; on a phone every dialog is the whole screen. */
const widths = { small: '480px', form: '640px', large: '880px', wide: '960px' } as const

type Props = {
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
  children: ReactNode
}

export function Modal(props: Props) {
  const { title, lead, width = 'form', footer, onSubmit, onClose, isAlert, children } = props
  const { initialFocus, refusal = null } = props
  // Asked in the middle of an act: its button, disabled as yet, is what has opened this.
  const [opener] = useState(heldByAct)
  return (
    <Dialog.Root
      {...modal(onClose)}
      finalFocusEl={() => (opener?.isConnected ? opener : null)}
      {...(initialFocus && { initialFocusEl: initialFocus })}
      role={isAlert ? 'alertdialog' : 'dialog'}
      closeOnInteractOutside={!isAlert && !onSubmit}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner css={dense}>
          <Dialog.Content
            maxW={{ base: 'full', md: widths[width] }}
            minH={{ base: isAlert ? '0' : '100dvh', md: '0' }}
            maxH={{ base: '100dvh', md: '90dvh' }}
            borderTopRadius={{ base: isAlert ? 'ticket' : '0', md: 'ticket' }}
          >
            <Frame onSubmit={onSubmit} refusal={refusal}>
              <Dialog.Header>
                <Dialog.Title>{title}</Dialog.Title>
                {lead && <Dialog.Description>{lead}</Dialog.Description>}
              </Dialog.Header>
              <Dialog.Body>{children}</Dialog.Body>
              {footer && <Dialog.Footer bg="bg.surface">{footer}</Dialog.Footer>}
              <CloseButton />
            </Frame>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

type FrameProps = {
  onSubmit: (() => void) | undefined
  refusal: object | null
  children: ReactNode
}

function Frame({ onSubmit, refusal, children }: FrameProps) {
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

function CloseButton() {
  const text = useAdminTexts()
  return (
    <Dialog.CloseTrigger asChild>
      <Button variant="ghost" size="icon" aria-label={text.close}>
        <X size={20} aria-hidden />
      </Button>
    </Dialog.CloseTrigger>
  )
}

type ButtonsProps = {
  label: string
  isPending: boolean
  /** It ends something for good; then the way out is called "Back", never "Cancel". */
  isDanger?: boolean
  isDisabled?: boolean
  pendingLabel?: string
  onClose: () => void
}

/** The usual foot of a form: away at the start, on at the end. */
export function FormButtons(props: ButtonsProps) {
  const { label, isPending, isDanger = false, isDisabled = false, pendingLabel, onClose } = props
  const text = useAdminTexts()
  return (
    <>
      <Button type="button" variant="outline" onClick={onClose}>
        {isDanger ? text.back : text.cancel}
      </Button>
      <Button
        type="submit"
        flex={{ base: 1, md: 'none' }}
        ms={{ md: 'auto' }}
        minW="140px"
        py="1.5"
        disabled={isPending || isDisabled}
        {...(isDanger && danger)}
      >
        {isPending ? (pendingLabel ?? text.saving) : label}
      </Button>
    </>
  )
}
