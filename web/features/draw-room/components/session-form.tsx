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
  writtenOf,
} from '../session-fields.ts'
import type { SessionFields, WitnessFields } from '../session-fields.ts'
import type { BodyProps } from './act-panel.tsx'
import { RoomForm } from './form.tsx'

/** Who is in the room, recorded before the register is sealed. */
export function SessionForm(props: BodyProps) {
  const { room, isPending, refusal, faults, run, onForget } = props
  const { session: texts } = useDrawRoomTexts()
  const { mode } = useDrawTexts()
  const language = useLanguage()
  const { fields, change, version, isOld, takeUp } = useFields(room)
  const save = () => {
    // As they are sent, so that a fault of one stands beside it.
    const witnesses = writtenOf(fields.witnesses)
    change({ witnesses })
    run({ to: 'session', body: bodyOf({ ...fields, witnesses }), version }, takeUp)
  }
  const remove = (witnesses: readonly WitnessFields[]) => {
    change({ witnesses })
    if (refusal !== null) onForget() // its places in the list are others now
  }
  return (
    <RoomForm label={texts.save} isPending={isPending} refusal={refusal} onSubmit={save}>
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
      <WhenAndWhere fields={fields} faults={faults} change={change} />
      <Representative fields={fields} faults={faults} change={change} />
      <Witnesses
        witnesses={fields.witnesses}
        faults={faults}
        onChange={(witnesses) => change({ witnesses })}
        onRemove={remove}
      />
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

type PartProps = Pick<BodyProps, 'faults'> & {
  fields: SessionFields
  change: (changed: Partial<SessionFields>) => void
}

function WhenAndWhere({ fields, faults, change }: PartProps) {
  const { session: texts } = useDrawRoomTexts()
  return (
    <>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="3">
        <MomentField
          name="drawAt"
          label={texts.drawAt}
          hint={texts.drawAtHint}
          value={fields.drawAt}
          error={faults.drawAt}
          onChange={(drawAt) => change({ drawAt })}
        />
        <TextField
          name="place"
          label={texts.place}
          value={fields.place}
          error={faults.place}
          onChange={(place) => change({ place })}
          isRequired
        />
      </Grid>
      <TextField
        name="streamUrl"
        type="url"
        label={texts.stream}
        value={fields.streamUrl}
        error={faults.streamUrl}
        onChange={(streamUrl) => change({ streamUrl })}
      />
    </>
  )
}

function Representative({ fields, faults, change }: PartProps) {
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
          error={faults['representative.name']}
          onChange={(name) => set({ name })}
          isRequired
        />
        <TextField
          name="representativeOffice"
          label={texts.office}
          value={representative.office}
          error={faults['representative.office']}
          onChange={(office) => set({ office })}
          isRequired
        />
        <TextField
          name="representativeDocument"
          label={texts.document}
          value={representative.documentNumber}
          error={faults['representative.documentNumber']}
          onChange={(documentNumber) => set({ documentNumber })}
        />
        <TextField
          name="representativeKey"
          label={texts.key}
          hint={texts.keyHint}
          value={representative.verifierKey}
          error={faults['representative.verifierKey']}
          onChange={(verifierKey) => set({ verifierKey })}
        />
      </Grid>
    </Box>
  )
}

type WitnessesProps = Pick<BodyProps, 'faults'> & {
  witnesses: readonly WitnessFields[]
  onChange: (witnesses: WitnessFields[]) => void
  onRemove: (left: WitnessFields[]) => void
}

function Witnesses({ witnesses, faults, onChange, onRemove }: WitnessesProps) {
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
              onClick={() => onRemove(witnesses.filter((_known, place) => place !== nth))}
            >
              {texts.removeWitness}
            </Button>
          </Flex>
          <WitnessGrid
            nth={nth}
            witness={witness}
            faults={faults}
            onChange={(changed) => set(nth, changed)}
          />
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

type WitnessProps = Pick<BodyProps, 'faults'> & {
  nth: number
  witness: WitnessFields
  onChange: (changed: Partial<WitnessFields>) => void
}

function WitnessGrid({ nth, witness, faults, onChange }: WitnessProps) {
  const { session: texts } = useDrawRoomTexts()
  const faultOf = (field: keyof WitnessFields) => faults[`witnesses.${nth}.${field}`]
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="3">
      <TextField
        name={`witnessName${nth}`}
        label={texts.name}
        value={witness.name}
        error={faultOf('name')}
        onChange={(name) => onChange({ name })}
        isRequired
      />
      <TextField
        name={`witnessTitle${nth}`}
        label={texts.position}
        value={witness.title}
        error={faultOf('title')}
        onChange={(title) => onChange({ title })}
      />
      <TextField
        name={`witnessOffice${nth}`}
        label={texts.office}
        value={witness.office}
        error={faultOf('office')}
        onChange={(office) => onChange({ office })}
        isRequired
      />
      <TextField
        name={`witnessDocument${nth}`}
        label={texts.document}
        value={witness.documentNumber}
        error={faultOf('documentNumber')}
        onChange={(documentNumber) => onChange({ documentNumber })}
      />
    </Grid>
  )
}
