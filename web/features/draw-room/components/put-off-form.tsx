import { chakra, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { annulReasons, postponeReasons } from '#events/raffle/reasons.ts'

import { SelectField, TextAreaField, TextField } from '../../../components/admin/fields.tsx'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { countersignedMessage } from '../countersigned-message.ts'
import type { BodyProps } from './act-panel.tsx'
import { FingerprintField } from './fingerprint-field.tsx'
import { filled, RoomForm } from './form.tsx'

/**
 * Postpone or annul: a reason from the published list, and the representative's consent where it is
 * needed: always for an annulment, and for a postponement from the round on.
 */
export function PutOffForm({ room, act, isPending, run }: BodyProps) {
  const texts = useDrawRoomTexts()
  const isAnnul = act.act === 'annul'
  const reasons = isAnnul ? annulReasons : postponeReasons
  const [cause, setCause] = useState<string>(reasons[0])
  const [note, setNote] = useState('')
  const [signature, setSignature] = useState('')
  const [paperSha256, setPaperSha256] = useState('')
  const isCountersigned = isAnnul || room.lastWitnessed !== null
  const hasKey = room.session?.representative.verifierKey != null
  const isMissing = isCountersigned && signature.trim() === '' && paperSha256 === ''
  const send = () =>
    run({
      to: isAnnul ? 'annul' : 'postpone',
      body: { cause, ...filled({ note, signature: signature.toLowerCase(), paperSha256 }) },
    })
  return (
    <RoomForm label={texts.act[act.act]} isPending={isPending || isMissing} onSubmit={send}>
      <Text fontSize="sm" color="fg.soft">
        {isAnnul ? texts.trouble.annul : texts.trouble.postpone}
      </Text>
      <SelectField name="cause" label={texts.cause} value={cause} onChange={setCause}>
        {reasons.map((reason) => (
          <option key={reason} value={reason}>
            {texts.causes[reason]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        value={note}
        onChange={setNote}
      />
      {isCountersigned && hasKey && (
        <>
          <Text fontSize="xs" color="fg.muted">
            {texts.entropy.toSign}
          </Text>
          <chakra.code dir="ltr" fontSize="xs" overflowWrap="anywhere">
            {countersignedMessage(room, { isAnnul, cause })}
          </chakra.code>
          <TextField
            name="signature"
            label={texts.entropy.signature}
            value={signature}
            onChange={setSignature}
            isRequired
          />
        </>
      )}
      {isCountersigned && !hasKey && (
        <FingerprintField
          label={texts.paper}
          fingerprint={paperSha256}
          onFingerprint={setPaperSha256}
        />
      )}
    </RoomForm>
  )
}
