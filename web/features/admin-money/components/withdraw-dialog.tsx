import { Box, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { WITHDRAWAL_REASON_MAX } from '#services/contract/money-desk.ts'
import type { Statement } from '#services/contract/money-desk.ts'

import { TextAreaField } from '../../../components/admin/fields.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { codeOf, showFailure, showRefusal, showSuccess } from '../../../lib/admin/outcome.ts'
import { ApiError } from '../../../lib/http.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useWithdrawStatement } from '../api/money.ts'

/** A statement that was imported by mistake leaves the books, and whoever takes it out says why. */
export function WithdrawDialog({
  statement,
  onClose,
}: {
  statement: Statement
  onClose: () => void
}) {
  const { statements: text, providers } = useAdminMoneyTexts()
  const admin = useAdminTexts()
  const withdraw = useWithdrawStatement(statement.id)
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const said = reason.trim()

  const submit = () => {
    setIsTried(true)
    if (said === '') return
    withdraw.mutate(said, {
      onSuccess: () => {
        showSuccess(text.withdrawn)
        onClose()
      },
      onError: (error) =>
        codeOf(error) === 'statement_settled'
          ? showRefusal(text.withdrawFailed, text.settled(settledIn(error)))
          : showFailure(admin.error, error, text.withdrawFailed),
    })
  }
  return (
    <Modal
      title={text.withdrawTitle}
      width="small"
      isAlert
      onSubmit={submit}
      onClose={onClose}
      footer={
        <FormButtons
          label={text.withdraw}
          pendingLabel={text.withdrawing}
          isPending={withdraw.isPending}
          isDanger
          onClose={onClose}
        />
      }
    >
      <Text fontWeight="bold" overflowWrap="anywhere">
        {providers[statement.provider]} · <bdi>{statement.fileName}</bdi>
      </Text>
      <Text mt="2">{text.withdrawQuestion}</Text>
      <Box mt="4">
        <TextAreaField
          label={text.reason}
          name="reason"
          value={reason}
          onChange={setReason}
          error={isTried && said === '' ? admin.required : null}
          isRequired
          charactersMax={WITHDRAWAL_REASON_MAX}
        />
      </Box>
    </Modal>
  )
}

const settledIn = (error: unknown): number =>
  error instanceof ApiError ? (error.problem?.used ?? 1) : 1
