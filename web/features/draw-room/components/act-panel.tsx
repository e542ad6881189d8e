// One act of the room: its form or its button, and why it cannot be done where it cannot.
import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import type { DrawRoom, RoomAct, SignedAct } from '#services/contract/admin-draws.ts'

import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { Button } from '../../../components/button.tsx'
import { codeOf, showFailure, showRefusal, showSuccess } from '../../../lib/admin/outcome.ts'
import { dayOf, isAhead, momentOf, timeOf } from '../../../lib/day.ts'
import { useDrawRefusal } from '../../../lib/text/draw-refusals.ts'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'
import { useRoomCall } from '../api/draw-room.ts'
import type { RoomCall } from '../api/draw-room.ts'
import { ActForm } from './act-form.tsx'

type Props = { room: DrawRoom; act: RoomAct }

/** Under a step its heading is one below that of the step. */
export function ActPanel({ room, act, level = 'h4' }: Props & { level?: 'h3' | 'h4' }) {
  const texts = useDrawRoomTexts()
  const language = useLanguage()
  const refusal = useDrawRefusal()
  const call = useRoomCall(room.raffle.id)
  const run: Run = (wanted, onDone) =>
    call.mutate(wanted, {
      onSuccess: (newest) => {
        showSuccess(texts.saved, texts.act[act.act])
        onDone?.(newest)
      },
      onError: (error) => {
        const known = refusal(codeOf(error))
        if (known !== null) showRefusal(texts.notDone, known)
        else
          showFailure(texts.notDone, error, codeOf(error) === null ? texts.noAnswer : texts.notDone)
      },
    })
  return (
    <Box
      mt="3"
      p="4"
      borderWidth="1px"
      borderRadius="control"
      bg={act.isAllowed ? 'bg.raised' : 'bg.sunk'}
      data-act={act.act}
    >
      <Flex gap="2" align="center" wrap="wrap" mb="2">
        <Heading as={level} fontSize="sm" fontWeight="bold">
          {texts.act[act.act]}
        </Heading>
        {act.isTwoPerson && <StatusBadge kind="warning">{texts.twoPeople}</StatusBadge>}
        <Window act={act} language={language} />
      </Flex>
      <SignOffs room={room} act={act} />
      {act.isAllowed ? (
        <ActBody room={room} act={act} isPending={call.isPending} run={run} />
      ) : (
        <Text fontSize="sm" color="fg.muted">
          {refusal(act.code) ?? act.reason}
        </Text>
      )}
    </Box>
  )
}

/** `onDone` is given the room as it stands then. */
export type Run = (wanted: RoomCall, onDone?: (newest: DrawRoom) => void) => void
export type BodyProps = Props & { isPending: boolean; run: Run }

/** Where two people are needed and nobody has agreed yet, the first one only agrees. */
function ActBody(props: BodyProps): ReactNode {
  const { act, isPending, run } = props
  const { agree, twoPeopleHint } = useDrawRoomTexts()
  const signed = signedActOf(act)
  if (signed === null) return <ActForm {...props} />
  return (
    <>
      <Text fontSize="sm" color="fg.soft" mb="2">
        {twoPeopleHint}
      </Text>
      <Button
        size="sm"
        variant="outline"
        disabled={isPending}
        onClick={() => run({ to: 'sign-offs', body: { act: signed } })}
      >
        {agree}
      </Button>
    </>
  )
}

function signedActOf({ act, isTwoPerson, isLastSignature }: RoomAct): SignedAct | null {
  if (act === 'sign_off_seal') return 'seal'
  const needsFirst = isTwoPerson && !isLastSignature
  const isSigned = act === 'seal' || act === 'postpone' || act === 'annul' || act === 'forfeit'
  return needsFirst && isSigned ? act : null
}

function SignOffs({ room, act }: Props) {
  const texts = useDrawRoomTexts()
  const language = useLanguage()
  const wanted = act.act === 'sign_off_seal' ? 'seal' : act.act
  return room.signOffs
    .filter((signOff) => signOff.act === wanted)
    .map(({ staffId, name, at }) => (
      <Text key={staffId} fontSize="sm" color="success.fg" mb="1">
        {texts.agreed(name, soonOf(at, language))}
      </Text>
    ))
}

/** The time alone today, with its day on any other. */
const soonOf = (instant: string, language: Language): string =>
  dayOf(instant, language) === dayOf(new Date().toISOString(), language)
    ? timeOf(instant, language)
    : momentOf(instant, language)

type WindowProps = { act: RoomAct; language: Language }

function Window({ act, language }: WindowProps) {
  const texts = useDrawRoomTexts()
  const line =
    act.notBefore !== null && isAhead(act.notBefore)
      ? texts.notBefore(soonOf(act.notBefore, language))
      : act.notAfter === null
        ? null
        : texts.until(soonOf(act.notAfter, language))
  return (
    line && (
      <Text fontSize="xs" color="fg.muted">
        {line}
      </Text>
    )
  )
}
