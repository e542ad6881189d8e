import { Text } from '@chakra-ui/react'
import { useState } from 'react'

import { raffleReasons } from '#events/raffle/reasons.ts'

import { SelectField, TextAreaField } from '../../../components/admin/fields.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { Notice } from '../../../components/admin/notice.tsx'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'

type Reason = (typeof raffleReasons)[number]

type Props = {
  kind: 'cancel' | 'correct'
  raffle: { name: string; ticketsSold: number }
  isPending: boolean
  /** A code of the published list, or the words of whoever chose another reason. */
  onReason: (reason: string) => void
  onClose: () => void
}

/** Whatever takes something from those who hold a ticket says why. */
export function ReasonDialog({ kind, raffle, isPending, onReason, onClose }: Props) {
  const { reason: text } = useCatalogueTexts()
  const admin = useAdminTexts()
  const isCancel = kind === 'cancel'
  const [reason, setReason] = useState<Reason | ''>(isCancel ? '' : 'typo')
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isOther = reason === 'other'

  const submit = () => {
    setIsTried(true)
    if (reason === '' || (isOther && note.trim() === '')) return
    onReason(isOther ? note.trim() : reason)
  }

  return (
    <Modal
      title={isCancel ? text.cancelTitle : text.correctTitle}
      lead={isCancel ? text.cancelLead(raffle.name) : text.correctLead}
      width="small"
      onSubmit={submit}
      onClose={onClose}
      footer={
        <FormButtons
          label={isCancel ? text.confirmCancel : text.confirmCorrect}
          isPending={isPending}
          isDanger={isCancel}
          onClose={onClose}
        />
      }
    >
      {isCancel && raffle.ticketsSold > 0 && (
        <Notice isAlert={false}>
          <Text flex="1">{text.refunds(raffle.ticketsSold)}</Text>
        </Notice>
      )}
      <SelectField
        label={text.label}
        name="reason"
        value={reason}
        error={isTried && reason === '' ? admin.required : null}
        onChange={(value) => setReason(value as Reason)}
      >
        <option value="" disabled />
        {raffleReasons.map((code) => (
          <option key={code} value={code}>
            {text.reasons[code]}
          </option>
        ))}
      </SelectField>
      {isOther && (
        <Text as="div" mt="4">
          <TextAreaField
            label={text.note}
            name="note"
            value={note}
            hint={text.noteHint}
            error={isTried && note.trim() === '' ? admin.required : null}
            charactersMax={400}
            onChange={setNote}
          />
        </Text>
      )}
    </Modal>
  )
}
