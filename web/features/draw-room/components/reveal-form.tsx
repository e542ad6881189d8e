import { Text } from '@chakra-ui/react'
import { useState } from 'react'

import { SelectField, TextField } from '../../../components/admin/fields.tsx'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import type { BodyProps } from './act-panel.tsx'
import { RoomForm } from './form.tsx'

export function RevealForm({ isPending, refusal, faults, run }: BodyProps) {
  const { reveal: texts, act } = useDrawRoomTexts()
  const [source, setSource] = useState('operator')
  const [seed, setSeed] = useState('')
  const isEnvelope = source === 'envelope'
  const body = { source, ...(isEnvelope && { seed: seed.trim().toLowerCase() }) }
  return (
    <RoomForm
      label={act.reveal}
      isPending={isPending}
      refusal={refusal}
      onSubmit={() => run({ to: 'reveal', body })}
    >
      <SelectField name="source" label={texts.source} value={source} onChange={setSource}>
        <option value="operator">{texts.operator}</option>
        <option value="envelope">{texts.envelope}</option>
      </SelectField>
      {isEnvelope && (
        <TextField
          name="seed"
          label={texts.seed}
          value={seed}
          error={faults.seed}
          onChange={setSeed}
          isRequired
        />
      )}
      <Text fontSize="sm" color="fg.soft">
        {texts.confirm}
      </Text>
    </RoomForm>
  )
}
