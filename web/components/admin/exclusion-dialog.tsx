import { Flex } from '@chakra-ui/react'
import { useState } from 'react'

import { exclusionReasons, readmissionReasons } from '#services/contract/admin-customers.ts'

import { showFailure, showSuccess } from '../../lib/admin/outcome.ts'
import { useAnalyticsTexts } from '../../lib/text/admin-analytics.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { SelectField, TextAreaField } from './fields.tsx'
import { FormButtons, Modal } from './modal.tsx'

/** `reason`: of the list for the one or the other. */
export type Excluding = { isExcluded: boolean; reason: string; note?: string }

type Heard = { onSuccess: () => void; onError: (error: unknown) => void }
/** On the exclude list, or off it. */
export type Exclude = (excluding: Excluding, heard: Heard) => void

type Props = {
  /** Now: what is asked for is the other. */
  isExcluded: boolean
  isPending: boolean
  onExclude: Exclude
  onClose: () => void
}

const NOTE_MAX = 500

/** Puts the number on the exclude list, or takes it off: never without a reason. */
export function ExclusionDialog({ isExcluded, isPending, onExclude, onClose }: Props) {
  const { customer: text } = useAnalyticsTexts()
  const admin = useAdminTexts()
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const reasons = isExcluded ? readmissionReasons : exclusionReasons

  const submit = () => {
    setIsTried(true)
    if (reason === '') return
    const words = note.trim() === '' ? {} : { note: note.trim() }
    onExclude(
      { isExcluded: !isExcluded, reason, ...words },
      {
        onSuccess: () => {
          showSuccess(isExcluded ? text.isReadmitted : text.isExcluded)
          onClose()
        },
        onError: (error) => showFailure(admin.error, error, text.exclusionFailed),
      },
    )
  }
  return (
    <Modal
      title={isExcluded ? text.readmit : text.exclude}
      lead={isExcluded ? text.readmitLead : text.excludeLead}
      width="small"
      onSubmit={submit}
      onClose={onClose}
      footer={
        <FormButtons
          label={isExcluded ? text.readmit : text.exclude}
          isPending={isPending}
          isDanger={!isExcluded}
          onClose={onClose}
        />
      }
    >
      <Flex direction="column" gap="4">
        <SelectField
          label={text.reason}
          name="reason"
          value={reason}
          error={isTried && reason === '' ? admin.required : null}
          onChange={setReason}
        >
          <option value="" disabled />
          {reasons.map((code) => (
            <option key={code} value={code}>
              {text.exclusionReasons[code]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={text.note}
          name="note"
          value={note}
          rows={2}
          charactersMax={NOTE_MAX}
          onChange={setNote}
        />
      </Flex>
    </Modal>
  )
}
