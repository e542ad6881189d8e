import { useState } from 'react'

import { BusyContext, useBusyDialog } from '../../lib/admin/busy-dialog.ts'
import { useCloseRequest } from '../../lib/admin/close-request.ts'
import { useUnsaved } from '../../lib/admin/unsaved.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { Button } from '../button.tsx'
import { danger } from './danger.ts'
import { DialogFrame } from './dialog-frame.tsx'
import type { DialogProps } from './dialog-frame.tsx'
import { UnsavedQuestion } from './unsaved-question.tsx'

type Props = Omit<DialogProps, 'onTouch' | 'isBusy'> & {
  /** Nothing is entered here that would be missed: it closes unasked. */
  isFleeting?: boolean
}

/**
 * A dialog that asks before it takes what was typed with it, when it is closed by Esc, by its
 * cross, by a press beside it or by Android's Back. Its own buttons do what they say.
 */
export function Modal({ isFleeting = false, ...props }: Props) {
  const { isAlert = false, onSubmit, onClose } = props
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  // A question without a form is answered or not: there is nothing to lose.
  const isGuarded = !isFleeting && (!isAlert || onSubmit !== undefined)
  const { isTouched, hasUnsaved, onTouch } = useUnsaved(isGuarded)
  const leave = () => (hasUnsaved() ? setIsAsking(true) : onClose())
  const stay = () => setIsAsking(false)
  useCloseRequest(isGuarded && isTouched && !isAsking && !isBusy, leave)
  useCloseRequest(isAsking, stay)
  // Heard and not followed: nor does Back leave the page meanwhile.
  useCloseRequest(isBusy, () => {})
  return (
    <BusyContext value={setIsBusy}>
      <DialogFrame {...props} isBusy={isBusy} onTouch={onTouch} onClose={leave} />
      {isAsking && <UnsavedQuestion onDiscard={onClose} onKeep={stay} />}
    </BusyContext>
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

/** The usual foot of a form: away at the start, on at the end; neither while its call runs. */
export function FormButtons(props: ButtonsProps) {
  const { label, isPending, isDanger = false, isDisabled = false, pendingLabel, onClose } = props
  const text = useAdminTexts()
  useBusyDialog(isPending)
  return (
    <>
      <Button type="button" variant="outline" disabled={isPending} onClick={onClose}>
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
