import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { entropyModes } from '#events/raffle/draw-events.ts'
import type { DrawRoom } from '#services/contract/admin-draws.ts'

import { ChangedNotice } from '../../../components/admin/conflict-notice.tsx'
import { MomentField, SelectField, TextField } from '../../../components/admin/fields.tsx'
import { Button } from '../../../components/button.tsx'
import { momentOf } from '../../../lib/day.ts'
import { useDrawTexts } from '../../../lib/text/draw.ts'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import {
  areSame,
  bodyOf,
  emptyWitness,
  fieldsOf,
  versionOf,
  WITNESSES_MAX,
} from '../session-fields.ts'
import type { SessionFields, WitnessFields } from '../session-fields.ts'
import type { BodyProps } from './act-panel.tsx'
import { RoomForm } from './form.tsx'

/** Who is in the room, recorded before the register is sealed. */
export function SessionForm({ room, isPending, run }: BodyProps) {
  const { session: texts } = useDrawRoomTexts()
  const { mode } = useDrawTexts()
  const language = useLanguage()
  const { fields, change, version, isOld, takeUp } = useFields(room)
  const save = () => run({ to: 'session', body: bodyOf(fields), version }, takeUp)
  return (
    <RoomForm label={texts.save} isPending={isPending} onSubmit={save}>
      {isOld && !isPending && (
        <ChangedNotice
          isQuiet
          line={texts.changed(room.session?.recordedBy ?? '…')}
          onReadAnew={() => takeUp(room)}
        />
      )}
      {room.session && (
        <Text fontSize="sm" color="success.fg">
          {texts.recorded(room.session.recordedBy, momentOf(room.session.recordedAt, language))}
        </Text>
      )}
      <SelectField
        name="mode"
        label={texts.mode}
        value={fields.mode}
        onChange={(chosen) => change({ mode: chosen })}
      >
        {entropyModes.map((known) => (
          <option key={known} value={known}>
            {mode[known]}
          </option>
        ))}
      </SelectField>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="3">
        <MomentField
          name="drawAt"
          label={texts.drawAt}
          hint={texts.drawAtHint}
          value={fields.drawAt}
          onChange={(drawAt) => change({ drawAt })}
        />
        <TextField
          name="place"
          label={texts.place}
          value={fields.place}
          onChange={(place) => change({ place })}
          isRequired
        />
      </Grid>
      <TextField
        name="streamUrl"
        type="url"
        label={texts.stream}
        value={fields.streamUrl}
        onChange={(streamUrl) => change({ streamUrl })}
      />
      <Representative fields={fields} change={change} />
      <Witnesses witnesses={fields.witnesses} onChange={(witnesses) => change({ witnesses })} />
    </RoomForm>
  )
}

/**
 * The room is read again every few seconds. What somebody else has recorded is shown at once where
 * nothing was typed; where something was, it stays, and who types decides.
 */
function useFields(room: DrawRoom) {
  const [read, setRead] = useState(room)
  const [fields, setFields] = useState<SessionFields>(() => fieldsOf(room))
  const takeUp = (newest: DrawRoom) => {
    setRead(newest)
    setFields(fieldsOf(newest))
  }
  const isOld = recordedAt(room) > recordedAt(read)
  const isTouched = !areSame(fields, fieldsOf(read))
  if (isOld && !isTouched) takeUp(room)
  const change = (changed: Partial<SessionFields>) => setFields({ ...fields, ...changed })
  return { fields, change, version: versionOf(read), isOld: isOld && isTouched, takeUp }
}

const recordedAt = ({ session }: DrawRoom) => session?.recordedAt ?? ''

type PartProps = { fields: SessionFields; change: (changed: Partial<SessionFields>) => void }

function Representative({ fields, change }: PartProps) {
  const { session: texts } = useDrawRoomTexts()
  const { representative } = fields
  const set = (changed: Partial<SessionFields['representative']>) =>
    change({ representative: { ...representative, ...changed } })
  return (
    <Box>
      <Heading as="h5" fontSize="sm" mb="2">
        {texts.representative}
      </Heading>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="3">
        <TextField
          name="representativeName"
          label={texts.name}
          value={representative.name}
          onChange={(name) => set({ name })}
          isRequired
        />
        <TextField
          name="representativeOffice"
          label={texts.office}
          value={representative.office}
          onChange={(office) => set({ office })}
          isRequired
        />
        <TextField
          name="representativeDocument"
          label={texts.document}
          value={representative.documentNumber}
          onChange={(documentNumber) => set({ documentNumber })}
        />
        <TextField
          name="representativeKey"
          label={texts.key}
          hint={texts.keyHint}
          value={representative.verifierKey}
          onChange={(verifierKey) => set({ verifierKey })}
        />
      </Grid>
    </Box>
  )
}

type WitnessesProps = {
  witnesses: readonly WitnessFields[]
  onChange: (witnesses: WitnessFields[]) => void
}

function Witnesses({ witnesses, onChange }: WitnessesProps) {
  const { session: texts } = useDrawRoomTexts()
  const set = (nth: number, changed: Partial<WitnessFields>) =>
    onChange(witnesses.map((known, place) => (place === nth ? { ...known, ...changed } : known)))
  return (
    <Box>
      {witnesses.map((witness, nth) => (
        <Box key={nth} as="fieldset" mb="3">
          <Flex justify="space-between" align="center">
            <Heading as="h5" fontSize="sm">
              {texts.witness(nth + 1)}
            </Heading>
            <Button
              type="button"
              size="sm"
              variant="ghost"
              onClick={() => onChange(witnesses.filter((_known, place) => place !== nth))}
            >
              {texts.removeWitness}
            </Button>
          </Flex>
          <Grid
            templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
            gap="3"
          >
            <TextField
              name={`witnessName${nth}`}
              label={texts.name}
              value={witness.name}
              onChange={(name) => set(nth, { name })}
            />
            <TextField
              name={`witnessTitle${nth}`}
              label={texts.position}
              value={witness.title}
              onChange={(title) => set(nth, { title })}
            />
            <TextField
              name={`witnessOffice${nth}`}
              label={texts.office}
              value={witness.office}
              onChange={(office) => set(nth, { office })}
            />
            <TextField
              name={`witnessDocument${nth}`}
              label={texts.document}
              value={witness.documentNumber}
              onChange={(documentNumber) => set(nth, { documentNumber })}
            />
          </Grid>
        </Box>
      ))}
      {witnesses.length < WITNESSES_MAX && (
        <Button
          type="button"
          size="sm"
          variant="outline"
          onClick={() => onChange([...witnesses, emptyWitness])}
        >
          {texts.addWitness}
        </Button>
      )}
    </Box>
  )
}
