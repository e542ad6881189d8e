import { useState } from 'react'

import { contactChannels } from '#services/contract/admin-draws.ts'
import { deliveryEvidence } from '#events/raffle/reasons.ts'

import {
  CheckField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../components/admin/fields.tsx'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { forfeitReasonsFor } from '../room-acts.ts'
import { prizeShown } from '../shown.ts'
import type { BodyProps } from './act-panel.tsx'
import { FingerprintField } from './fingerprint-field.tsx'
import { RoomForm } from './form.tsx'
import { agreedByOther } from './sign-offs.tsx'

/** It stays while colleagues log theirs, and is empty again after one's own. */
export function ContactForm({ room, isPending, refusal, faults, run }: BodyProps) {
  const { winner: texts, note: noteLabel, noteHint } = useDrawRoomTexts()
  const [channel, setChannel] = useState<string>(contactChannels[0])
  const [note, setNote] = useState('')
  const clear = () => {
    setChannel(contactChannels[0])
    setNote('')
  }
  return (
    <RoomForm
      label={texts.save}
      isPending={isPending}
      refusal={refusal}
      onSubmit={() => run({ to: 'contacts', body: { ...prizeShown(room), channel, note } }, clear)}
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
        error={faults.note}
        onChange={setNote}
      />
    </RoomForm>
  )
}

export function IdentityForm({ room, isPending, refusal, faults, run }: BodyProps) {
  const { winner: texts } = useDrawRoomTexts()
  const [documentKind, setKind] = useState('')
  const [documentNumber, setNumber] = useState('')
  const [mayShowName, setMayShowName] = useState(false)
  const body = { ...prizeShown(room), documentKind, documentNumber, mayShowName }
  return (
    <RoomForm
      label={texts.save}
      isPending={isPending}
      refusal={refusal}
      onSubmit={() => run({ to: 'identity', body })}
    >
      <TextField
        name="documentKind"
        label={texts.documentKind}
        value={documentKind}
        error={faults.documentKind}
        onChange={setKind}
        isRequired
      />
      <TextField
        name="documentNumber"
        label={texts.documentNumber}
        value={documentNumber}
        error={faults.documentNumber}
        onChange={setNumber}
        isRequired
      />
      <CheckField label={texts.mayShowName} isChecked={mayShowName} onChange={setMayShowName} />
    </RoomForm>
  )
}

export function ForfeitForm({
  room,
  act,
  isPending,
  refusal,
  faults,
  run,
  isFirst = false,
}: BodyProps) {
  const texts = useDrawRoomTexts()
  const [ownReason, setReason] = useState<string | null>(null)
  const reasons = forfeitReasonsFor(room)
  const wanted = ownReason ?? agreedByOther(room, act)?.cause
  const reason = reasons.find((known) => known === wanted) ?? reasons[0]
  const forfeit = { ...prizeShown(room), reason }
  const [witnessName, setWitnessName] = useState('')
  const [note, setNote] = useState('')
  return (
    <RoomForm
      label={isFirst ? texts.agree : texts.act.forfeit}
      isPending={isPending}
      refusal={refusal}
      onSubmit={() =>
        isFirst
          ? run({ to: 'sign-offs', body: { ...forfeit, act: 'forfeit' } })
          : run({ to: 'forfeit', body: { ...forfeit, witnessName, note } })
      }
    >
      <SelectField name="reason" label={texts.cause} value={reason} onChange={setReason}>
        {reasons.map((known) => (
          <option key={known} value={known}>
            {texts.causes[known]}
          </option>
        ))}
      </SelectField>
      {!isFirst && (
        <>
          <TextField
            name="witnessName"
            label={texts.winner.witnessName}
            value={witnessName}
            error={faults.witnessName}
            onChange={setWitnessName}
            isRequired
          />
          <TextAreaField
            name="note"
            label={texts.note}
            value={note}
            error={faults.note}
            onChange={setNote}
            isRequired
          />
        </>
      )}
    </RoomForm>
  )
}

export function DeliverForm({ room, isPending, run }: BodyProps) {
  const { winner: texts, act } = useDrawRoomTexts()
  const [evidence, setEvidence] = useState<string>(deliveryEvidence[0])
  const [evidenceSha256, setFingerprint] = useState('')
  return (
    <RoomForm
      label={act.deliver}
      isPending={isPending || evidenceSha256 === ''}
      onSubmit={() =>
        run({ to: 'deliver', body: { ...prizeShown(room), evidence, evidenceSha256 } })
      }
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
