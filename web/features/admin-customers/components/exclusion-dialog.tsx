import { Flex } from '@chakra-ui/react'
import { useState } from 'react'

import { exclusionReasons, readmissionReasons } from '#services/contract/admin-customers.ts'
import type { CustomerDetail } from '#services/contract/admin-customers.ts'

import { SelectField, TextAreaField } from '../../../components/admin/fields.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useExcludeCustomer } from '../api/customers.ts'

type Props = {
  customer: Pick<CustomerDetail, 'id' | 'fullName' | 'phone'>
  /** Now: what is asked for is the other. */
  isExcluded: boolean
  onClose: () => void
}

const NOTE_MAX = 500

/** Puts the number on the exclude list, or takes it off: never without a reason. */
export function ExclusionDialog({ customer, isExcluded, onClose }: Props) {
  const { customer: text } = useAnalyticsTexts()
  const admin = useAdminTexts()
  const exclude = useExcludeCustomer(customer.id)
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const reasons = isExcluded ? readmissionReasons : exclusionReasons

  const submit = () => {
    setIsTried(true)
    if (reason === '') return
    const words = note.trim() === '' ? {} : { note: note.trim() }
    exclude.mutate(
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
          isPending={exclude.isPending}
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
