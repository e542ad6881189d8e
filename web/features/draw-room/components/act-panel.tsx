// One act of the room: its form or its button, and why it cannot be done where it cannot.
import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import type { DrawRoom, RoomAct, SignedAct } from '#services/contract/admin-draws.ts'

import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { Button } from '../../../components/button.tsx'
import {
  codeOf,
  fieldErrorsOf,
  showFailure,
  showRefusal,
  showSuccess,
} from '../../../lib/admin/outcome.ts'
import { isAhead } from '../../../lib/day.ts'
import { useDrawRefusal } from '../../../lib/text/draw-refusals.ts'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'
import { useRoomCall } from '../api/draw-room.ts'
import type { RoomCall } from '../api/draw-room.ts'
import { ActForm } from './act-form.tsx'
import { SignOffs, soonOf } from './sign-offs.tsx'

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
      <SignOffs room={room} act={act} isPending={call.isPending} run={run} />
      {act.isAllowed ? (
        <ActBody
          room={room}
          act={act}
          isPending={call.isPending}
          refusal={call.error}
          faults={fieldErrorsOf(call.error, call.variables?.body)}
          run={run}
          onForget={call.reset}
        />
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
export type BodyProps = Props & {
  isPending: boolean
  refusal: Error | null
  /** What the shop found wrong, by the path of the field in the call. */
  faults: Readonly<Record<string, string>>
  run: Run
  /** The fields are others now: what was said of them is over. */
  onForget: () => void
  /** Nobody else has agreed yet: whoever sends it agrees, and no more. */
  isFirst?: boolean
}

/** Where two people are needed and nobody has agreed yet, the first one only agrees. */
function ActBody(props: BodyProps): ReactNode {
  const { room, act, isPending, run } = props
  const { agree, twoPeopleHint } = useDrawRoomTexts()
  const signed = signedActOf(act)
  const version = room.session?.recordedAt
  return (
    <>
      {signed !== null && (
        <Text fontSize="sm" color="fg.soft" mb="2">
          {twoPeopleHint}
        </Text>
      )}
      {signed === 'seal' ? (
        <Button
          size="sm"
          variant="outline"
          disabled={isPending}
          onClick={() => run({ to: 'sign-offs', body: { act: signed }, version })}
        >
          {agree}
        </Button>
      ) : (
        <ActForm {...props} isFirst={signed !== null} />
      )}
    </>
  )
}

function signedActOf({ act, isTwoPerson, isLastSignature }: RoomAct): SignedAct | null {
  if (act === 'sign_off_seal') return 'seal'
  const needsFirst = isTwoPerson && !isLastSignature
  const isSigned = act === 'seal' || act === 'postpone' || act === 'annul' || act === 'forfeit'
  return needsFirst && isSigned ? act : null
}

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
