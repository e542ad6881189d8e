import { Box, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { HANDLED_NOTE_MAX } from '#services/contract/attention.ts'
import type { AttentionItem } from '#services/contract/attention.ts'

import { TextAreaField } from '../../../components/admin/fields.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { useAdminDesksTexts } from '../../../lib/text/admin-desks.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useHandled } from '../api/attention.ts'

/** What leaves the list does not come back, so whoever takes it off says what became of it. */
export function HandledDialog({ item, onClose }: { item: AttentionItem; onClose: () => void }) {
  const { attention: text } = useAdminDesksTexts()
  const admin = useAdminTexts()
  const handled = useHandled()
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const said = note.trim()

  const submit = () => {
    setIsTried(true)
    if (said === '') return
    handled.mutate(
      { kind: item.kind, item: item.item, note: said },
      {
        onSuccess: () => {
          showSuccess(text.handledDone)
          onClose()
        },
        onError: (reason) => showFailure(admin.error, reason, text.actFailed),
      },
    )
  }

  return (
    <Modal
      title={text.kinds[item.kind]}
      width="small"
      isAlert
      onSubmit={submit}
      onClose={onClose}
      footer={
        <FormButtons
          label={text.handled}
          isPending={handled.isPending}
          isDanger
          onClose={onClose}
        />
      }
    >
      <Text>{text.handledQuestion}</Text>
      <Box mt="4">
        <TextAreaField
          label={text.handledNote}
          name="note"
          value={note}
          onChange={setNote}
          error={isTried && said === '' ? admin.required : null}
          isRequired
          charactersMax={HANDLED_NOTE_MAX}
        />
      </Box>
    </Modal>
  )
}
