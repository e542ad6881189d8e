import { Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { correctionReason, raffleReasons } from '#events/raffle/reasons.ts'
import type { RaffleReason } from '#events/raffle/reasons.ts'

import { SelectField, TextAreaField } from '../../../components/admin/fields.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { Notice } from '../../../components/admin/notice.tsx'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { isCountersigned } from '../countersigned-cancel.ts'
import type { CancelledRaffle, Countersigned } from '../countersigned-cancel.ts'
import { CountersignedFields } from './countersigned-fields.tsx'

type Props = {
  kind: 'cancel' | 'correct'
  raffle: CancelledRaffle
  isPending: boolean
  /** Of the server, by field. */
  refused: Record<string, string>
  refusal: Error | null
  /** Above the form: what speaks against it. */
  notice?: ReactNode
  /** A code of the published list, or the words of whoever chose another reason. */
  onReason: (reason: string, countersigned: Countersigned) => void
  /** What was refused is mended now. */
  onChange: () => void
  onClose: () => void
}

/** Whatever takes something from those who hold a ticket says why. */
export function ReasonDialog(props: Props) {
  const { kind, raffle, isPending, refused, refusal, onReason, onChange, onClose } = props
  const { reason: text } = useCatalogueTexts()
  const admin = useAdminTexts()
  const isCancel = kind === 'cancel'
  const [reason, setReason] = useState<RaffleReason | ''>(isCancel ? '' : correctionReason)
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [word, setWord] = useState<Countersigned>({})
  const codes: readonly RaffleReason[] = isCancel ? raffleReasons : [correctionReason]
  const isOther = reason === 'other'
  const isAsked = isCancel && reason !== '' && isCountersigned(raffle, reason)
  const isMissing = isAsked && !word.signature?.trim() && !word.paperSha256

  const change = (set: () => void) => {
    set()
    onChange()
  }
  const submit = () => {
    setIsTried(true)
    if (reason === '' || (isOther && note.trim() === '') || isMissing) return
    onReason(isOther ? note.trim() : reason, isAsked ? given(word) : {})
  }

  return (
    <Modal
      title={isCancel ? text.cancelTitle : text.correctTitle}
      lead={isCancel ? text.cancelLead(raffle.name) : text.correctLead}
      width="small"
      onSubmit={submit}
      refusal={refusal}
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
      {props.notice}
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
        onChange={(value) => change(() => setReason(value as RaffleReason))}
      >
        <option value="" disabled />
        {codes.map((code) => (
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
            error={isTried && note.trim() === '' ? admin.required : refused.reason}
            charactersMax={400}
            onChange={(words) => change(() => setNote(words))}
          />
        </Text>
      )}
      {isAsked && (
        <CountersignedFields
          raffle={raffle}
          cause={reason}
          value={word}
          error={isTried && isMissing ? admin.required : (refused.signature ?? null)}
          onChange={(typed) => change(() => setWord(typed))}
        />
      )}
    </Modal>
  )
}

const given = ({ signature, ...paper }: Countersigned): Countersigned =>
  signature === undefined ? paper : { signature: signature.trim().toLowerCase() }
