import { chakra, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { annulReasons, postponeReasons } from '#events/raffle/reasons.ts'

import { SelectField, TextAreaField, TextField } from '../../../components/admin/fields.tsx'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { countersignedMessage } from '../countersigned-message.ts'
import { drawShown } from '../shown.ts'
import type { BodyProps } from './act-panel.tsx'
import { FingerprintField } from './fingerprint-field.tsx'
import { filled, RoomForm } from './form.tsx'
import { agreedByOther } from './sign-offs.tsx'

/**
 * Postpone or annul: a reason from the published list, and the representative's consent where it is
 * needed: always for an annulment, and for a postponement from the round on.
 */
export function PutOffForm({
  room,
  act,
  isPending,
  refusal,
  faults,
  run,
  isFirst = false,
}: BodyProps) {
  const texts = useDrawRoomTexts()
  const isAnnul = act.act === 'annul'
  const reasons = isAnnul ? annulReasons : postponeReasons
  const agreed = agreedByOther(room, act)
  const [ownCause, setCause] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [ownSignature, setSignature] = useState<string | null>(null)
  const [ownPaper, setPaper] = useState<string | null>(null)
  const cause = ownCause ?? agreed?.cause ?? reasons[0]
  const signature = ownSignature ?? agreed?.signature ?? ''
  const paperSha256 = ownPaper ?? agreed?.paperSha256 ?? ''
  const isCountersigned = isAnnul || room.lastWitnessed !== null
  const hasKey = room.session?.representative.verifierKey != null
  const isMissing = isCountersigned && signature.trim() === '' && paperSha256 === ''
  const proofs = filled({ signature: signature.toLowerCase(), paperSha256 })
  const stop = { ...drawShown(room), cause, ...proofs }
  const send = () =>
    isFirst
      ? run({ to: 'sign-offs', body: { act: act.act, ...stop } })
      : run({ to: isAnnul ? 'annul' : 'postpone', body: { ...stop, ...filled({ note }) } })
  return (
    <RoomForm
      label={isFirst ? texts.agree : texts.act[act.act]}
      isPending={isPending || isMissing}
      refusal={refusal}
      onSubmit={send}
    >
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
      {!isFirst && (
        <TextAreaField
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          value={note}
          error={faults.note}
          onChange={setNote}
        />
      )}
      {isCountersigned && (
        <Countersignature
          hasKey={hasKey}
          toSign={countersignedMessage(room, { isAnnul, cause })}
          signature={signature}
          fault={faults.signature}
          onSignature={setSignature}
          paperSha256={paperSha256}
          onPaper={setPaper}
        />
      )}
    </RoomForm>
  )
}

type CountersignatureProps = {
  hasKey: boolean
  /** Hex. */
  toSign: string
  signature: string
  fault: string | undefined
  onSignature: (signature: string) => void
  paperSha256: string
  onPaper: (sha256: string) => void
}

/** By key where the representative has one, else on paper. */
function Countersignature(props: CountersignatureProps) {
  const texts = useDrawRoomTexts()
  if (!props.hasKey)
    return (
      <FingerprintField
        label={texts.paper}
        fingerprint={props.paperSha256}
        onFingerprint={props.onPaper}
      />
    )
  return (
    <>
      <Text fontSize="xs" color="fg.muted">
        {texts.entropy.toSign}
      </Text>
      <chakra.code dir="ltr" fontSize="xs" overflowWrap="anywhere">
        {props.toSign}
      </chakra.code>
      <TextField
        name="signature"
        label={texts.entropy.signature}
        value={props.signature}
        error={props.fault}
        onChange={props.onSignature}
        isRequired
      />
    </>
  )
}
