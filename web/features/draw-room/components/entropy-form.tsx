import { chakra, Flex, Grid, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { TextAreaField, TextField } from '../../../components/admin/fields.tsx'
import { Button } from '../../../components/button.tsx'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { entropyText, valuesIn } from '../entropy-text.ts'
import type { BodyProps } from './act-panel.tsx'
import { RoomForm } from './form.tsx'

const faces = [1, 2, 3, 4, 5, 6] as const

/** Dice are tapped as they lie on the table; the second reader begins from nothing. */
export function EntropyForm({ room, act, isPending, refusal, faults, run }: BodyProps) {
  const { entropy: texts } = useDrawRoomTexts()
  const [typed, setTyped] = useState('')
  const [signature, setSignature] = useState('')
  const isDrum = room.mode === 'physical'
  const isSecond = act.act === 'entropy_second'
  const values = valuesIn(typed)
  const record = () =>
    run({
      to: 'entropy',
      body: {
        entropy: entropyText({
          values,
          isDrum,
          isSimulated: room.raffle.environment === 'demo',
        }),
        reading: isSecond ? 'second' : 'first',
        ...(signature.trim() !== '' && { signature: signature.trim().toLowerCase() }),
      },
    })
  return (
    <RoomForm label={texts.record} isPending={isPending} refusal={refusal} onSubmit={record}>
      <Text fontSize="sm" color="fg.soft">
        {isSecond ? texts.second(room.firstReading?.name ?? '') : texts.first}
      </Text>
      {!isDrum && (
        <DicePad
          onThrow={(face) => setTyped(`${typed.trim()} ${face}`.trim())}
          onUndo={() => setTyped(values.slice(0, -1).join(' '))}
          onClear={() => setTyped('')}
        />
      )}
      <TextAreaField
        name="throws"
        label={isDrum ? texts.drum : texts.throws}
        hint={isDrum ? texts.drumHint : texts.throwsHint}
        value={typed}
        error={faults.entropy}
        onChange={setTyped}
        isRequired
      />
      <Text fontSize="sm" color="fg.muted" role="status">
        {texts.count(values.length)}
      </Text>
      {isSecond && room.toSign !== null && (
        <>
          <Text fontSize="xs" color="fg.muted">
            {texts.toSign}
          </Text>
          <chakra.code dir="ltr" fontSize="xs" overflowWrap="anywhere">
            {room.toSign.message}
          </chakra.code>
          <TextField
            name="signature"
            label={texts.signature}
            hint={texts.signatureHint}
            value={signature}
            error={faults.signature}
            onChange={setSignature}
          />
        </>
      )}
    </RoomForm>
  )
}

type PadProps = { onThrow: (face: number) => void; onUndo: () => void; onClear: () => void }

function DicePad({ onThrow, onUndo, onClear }: PadProps) {
  const { entropy: texts } = useDrawRoomTexts()
  return (
    <>
      <Text fontSize="xs" color="fg.muted">
        {texts.tap}
      </Text>
      <Flex gap="2" wrap="wrap" dir="ltr">
        <Grid gap="2" templateColumns={{ base: 'repeat(3, auto)', md: 'repeat(6, auto)' }}>
          {faces.map((face) => (
            <Button
              key={face}
              type="button"
              variant="outline"
              size="icon"
              fontFamily="serial"
              fontSize="lg"
              onClick={() => onThrow(face)}
            >
              {face}
            </Button>
          ))}
        </Grid>
        <Flex gap="2">
          <Button type="button" variant="ghost" size="sm" onClick={onUndo}>
            {texts.undo}
          </Button>
          <Button type="button" variant="ghost" size="sm" onClick={onClear}>
            {texts.clear}
          </Button>
        </Flex>
      </Flex>
    </>
  )
}
