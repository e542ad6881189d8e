import { Flex } from '@chakra-ui/react'
import { useState } from 'react'

import type { CustomerDetail } from '#services/contract/admin-customers.ts'

import { ConflictNotice } from '../../../components/admin/conflict-notice.tsx'
import { TextAreaField, TextField } from '../../../components/admin/fields.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { fieldErrorsOf, isConflict, showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { valuesAnew } from '../../../lib/admin/values-anew.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCorrectCustomer } from '../api/customers.ts'

/** Nothing where the newest cannot be read, which is told. */
export type ReadAnew = () => Promise<CustomerDetail | undefined>
type Props = { customer: CustomerDetail; onReadAnew: ReadAnew; onClose: () => void }

const NAME_MAX = 200
const EMAIL_MAX = 254
const NOTE_MAX = 500

/** Name and e-mail of the account; those of an order stand with the order. */
export function CorrectionDialog({ customer, onReadAnew, onClose }: Props) {
  const { customer: text, customers } = useAnalyticsTexts()
  const admin = useAdminTexts()
  const [read, setRead] = useState(customer)
  const correct = useCorrectCustomer(read)
  const [{ fullName, email }, setFields] = useState(() => fieldsOf(customer))
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const faults = fieldErrorsOf(correct.error)

  const takeUp = async () => {
    const newest = await onReadAnew()
    if (newest === undefined) return
    const [was, now] = [fieldsOf(read), fieldsOf(newest)]
    setFields((typed) => valuesAnew({ typed, was, now }))
    setRead(newest)
    correct.reset()
  }
  const submit = () => {
    setIsTried(true)
    if (fullName.trim() === '') return
    correct.mutate(
      { fullName, email, note },
      {
        onSuccess: () => {
          showSuccess(text.isCorrected)
          onClose()
        },
        onError: (error) => {
          if (!isConflict(error)) showFailure(admin.error, error, text.exclusionFailed)
        },
      },
    )
  }
  return (
    <Modal
      title={text.correct}
      lead={text.correctLead}
      width="small"
      refusal={correct.error}
      onSubmit={submit}
      onClose={onClose}
      footer={<FormButtons label={admin.save} isPending={correct.isPending} onClose={onClose} />}
    >
      <Flex direction="column" gap="4">
        <ConflictNotice
          error={correct.error}
          line={text.conflict}
          onReadAnew={() => void takeUp()}
        />
        <TextField
          label={customers.name}
          name="fullName"
          value={fullName}
          charactersMax={NAME_MAX}
          error={isTried && fullName.trim() === '' ? admin.required : (faults.fullName ?? null)}
          onChange={(typed) => setFields((now) => ({ ...now, fullName: typed }))}
        />
        <TextField
          label={text.email}
          name="email"
          type="email"
          value={email}
          charactersMax={EMAIL_MAX}
          error={faults.email ?? null}
          onChange={(typed) => setFields((now) => ({ ...now, email: typed }))}
        />
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

const fieldsOf = ({ fullName, email }: CustomerDetail) => ({
  fullName: fullName ?? '',
  email: email ?? '',
})
