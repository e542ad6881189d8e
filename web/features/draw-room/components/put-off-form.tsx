import { chakra } from '@chakra-ui/react'
import { useState } from 'react'

import { annulReasons, postponeReasons } from '#events/raffle/reasons.ts'

import { SelectField, TextAreaField, TextField } from '../../../components/admin/fields.tsx'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import type { BodyProps } from './act-panel.tsx'
import { filled, RoomForm } from './form.tsx'

/** Postpone or annul: a reason from the published list, and the representative's consent. */
export function PutOffForm({ room, act, isPending, run }: BodyProps) {
  const texts = useDrawRoomTexts()
  const isAnnul = act.act === 'annul'
  const reasons = isAnnul ? annulReasons : postponeReasons
  const [cause, setCause] = useState<string>(reasons[0])
  const [note, setNote] = useState('')
  const [signature, setSignature] = useState('')
  const [paperSha256, setPaperSha256] = useState('')
  const send = () =>
    run({
      to: isAnnul ? 'annul' : 'postpone',
      body: { cause, ...filled({ note, signature, paperSha256 }) },
    })
  return (
    <RoomForm label={texts.act[act.act]} isPending={isPending} onSubmit={send}>
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
      {room.toSign !== null && (
        <chakra.code dir="ltr" fontSize="xs" overflowWrap="anywhere">
          {room.toSign.message}
        </chakra.code>
      )}
      <TextField
        name="signature"
        label={texts.entropy.signature}
        hint={texts.entropy.signatureHint}
        value={signature}
        onChange={setSignature}
      />
      <TextField
        name="paperSha256"
        label={texts.paper}
        value={paperSha256}
        onChange={setPaperSha256}
      />
    </RoomForm>
  )
}
