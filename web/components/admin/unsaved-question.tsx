import { useAdminTexts } from '../../lib/text/admin.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = { onDiscard: () => void; onKeep: () => void }

/** Asked before what was typed goes; the way back has the keyboard. */
export function UnsavedQuestion({ onDiscard, onKeep }: Props) {
  const { unsaved: text } = useAdminTexts()
  return (
    <ConfirmDialog
      title={text.title}
      question={text.question}
      label={text.discard}
      closeLabel={text.keep}
      isPending={false}
      onConfirm={onDiscard}
      onClose={onKeep}
    />
  )
}
