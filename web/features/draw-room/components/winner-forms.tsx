import { useState } from 'react'

import { contactChannels } from '#services/contract/admin-draws.ts'
import { deliveryEvidence, forfeitReasons } from '#events/raffle/reasons.ts'

import {
  CheckField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../components/admin/fields.tsx'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import type { BodyProps } from './act-panel.tsx'
import { FingerprintField } from './fingerprint-field.tsx'
import { RoomForm } from './form.tsx'

export function ContactForm({ isPending, run }: BodyProps) {
  const { winner: texts, note: noteLabel, noteHint } = useDrawRoomTexts()
  const [channel, setChannel] = useState<string>(contactChannels[0])
  const [note, setNote] = useState('')
  return (
    <RoomForm
      label={texts.save}
      isPending={isPending}
      onSubmit={() => run({ to: 'contacts', body: { channel, note } })}
    >
      <SelectField name="channel" label={texts.channel} value={channel} onChange={setChannel}>
        {contactChannels.map((known) => (
          <option key={known} value={known}>
            {texts.channels[known]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        name="note"
        label={noteLabel}
        hint={noteHint}
        value={note}
        onChange={setNote}
      />
    </RoomForm>
  )
}

export function IdentityForm({ isPending, run }: BodyProps) {
  const { winner: texts } = useDrawRoomTexts()
  const [documentKind, setKind] = useState('')
  const [documentNumber, setNumber] = useState('')
  const [mayShowName, setMayShowName] = useState(false)
  return (
    <RoomForm
      label={texts.save}
      isPending={isPending}
      onSubmit={() => run({ to: 'identity', body: { documentKind, documentNumber, mayShowName } })}
    >
      <TextField
        name="documentKind"
        label={texts.documentKind}
        value={documentKind}
        onChange={setKind}
        isRequired
      />
      <TextField
        name="documentNumber"
        label={texts.documentNumber}
        value={documentNumber}
        onChange={setNumber}
        isRequired
      />
      <CheckField label={texts.mayShowName} isChecked={mayShowName} onChange={setMayShowName} />
    </RoomForm>
  )
}

export function ForfeitForm({ isPending, run }: BodyProps) {
  const { winner: texts, cause, causes, note: noteLabel, act } = useDrawRoomTexts()
  const [reason, setReason] = useState<string>(forfeitReasons[0])
  const [witnessName, setWitnessName] = useState('')
  const [note, setNote] = useState('')
  return (
    <RoomForm
      label={act.forfeit}
      isPending={isPending}
      onSubmit={() => run({ to: 'forfeit', body: { reason, witnessName, note } })}
    >
      <SelectField name="reason" label={cause} value={reason} onChange={setReason}>
        {forfeitReasons.map((known) => (
          <option key={known} value={known}>
            {causes[known]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="witnessName"
        label={texts.witnessName}
        value={witnessName}
        onChange={setWitnessName}
        isRequired
      />
      <TextAreaField name="note" label={noteLabel} value={note} onChange={setNote} isRequired />
    </RoomForm>
  )
}

export function DeliverForm({ isPending, run }: BodyProps) {
  const { winner: texts, act } = useDrawRoomTexts()
  const [evidence, setEvidence] = useState<string>(deliveryEvidence[0])
  const [evidenceSha256, setFingerprint] = useState('')
  return (
    <RoomForm
      label={act.deliver}
      isPending={isPending || evidenceSha256 === ''}
      onSubmit={() => run({ to: 'deliver', body: { evidence, evidenceSha256 } })}
    >
      <SelectField name="evidence" label={texts.evidence} value={evidence} onChange={setEvidence}>
        {deliveryEvidence.map((known) => (
          <option key={known} value={known}>
            {texts.evidences[known]}
          </option>
        ))}
      </SelectField>
      <FingerprintField
        label={texts.file}
        fingerprint={evidenceSha256}
        onFingerprint={setFingerprint}
      />
    </RoomForm>
  )
}
