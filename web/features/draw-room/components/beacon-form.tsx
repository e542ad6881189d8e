import { chakra, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { TextField } from '../../../components/admin/fields.tsx'
import { Button } from '../../../components/button.tsx'
import { timeOf } from '../../../lib/day.ts'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { BodyProps } from './act-panel.tsx'
import { RoomForm } from './form.tsx'

/** From the relays; without a network from a phone or a sheet of paper: it proves itself. */
export function BeaconForm({ room, isPending, refusal, faults, run }: BodyProps) {
  const { beacon: texts } = useDrawRoomTexts()
  const language = useLanguage()
  const { round } = room
  const [number, setNumber] = useState(() => String(round?.round ?? ''))
  const [signature, setSignature] = useState('')
  const paste = () =>
    run({
      to: 'beacon',
      body: { round: Number(number), signature: signature.trim().toLowerCase() },
    })
  return (
    <>
      {round && (
        <Text fontSize="sm" color="fg.soft" mb="2">
          {texts.waiting(round.round, timeOf(round.at, language))}
        </Text>
      )}
      <Button size="sm" disabled={isPending} onClick={() => run({ to: 'beacon' })}>
        {texts.fetch}
      </Button>
      <chakra.details mt="3">
        <chakra.summary cursor="pointer" fontSize="sm" color="cedar.fg" mb="2">
          {texts.byHand}
        </chakra.summary>
        <RoomForm label={texts.record} isPending={isPending} refusal={refusal} onSubmit={paste}>
          <TextField
            name="round"
            label={texts.round}
            value={number}
            error={faults.round}
            onChange={setNumber}
            isRequired
          />
          <TextField
            name="signature"
            label={texts.signature}
            value={signature}
            error={faults.signature}
            onChange={setSignature}
            isRequired
          />
        </RoomForm>
      </chakra.details>
    </>
  )
}
