// Who of the two has agreed to an act, to what exactly and until when; one's own can be taken back.
import { Box, Text } from '@chakra-ui/react'

import type { DrawRoom, RoomAct, SignOff } from '#services/contract/admin-draws.ts'

import { Button } from '../../../components/button.tsx'
import { dayOf, momentOf, timeOf } from '../../../lib/day.ts'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'
import type { BodyProps } from './act-panel.tsx'

export function SignOffs({
  room,
  act,
  isPending,
  run,
}: Pick<BodyProps, 'room' | 'act' | 'isPending' | 'run'>) {
  const texts = useDrawRoomTexts()
  const language = useLanguage()
  return agreementsTo(room, act).map((signOff) => (
    <Box key={signOff.staffId} mb="2">
      <Text fontSize="sm" color="success.fg">
        {texts.agreed(signOff.name, soonOf(signOff.at, language))}
      </Text>
      <AgreedTo signOff={signOff} />
      <Text fontSize="xs" color="fg.muted">
        {texts.until(soonOf(signOff.until, language))}
      </Text>
      {signOff.isMine && (
        <Button
          size="sm"
          variant="outline"
          mt="1"
          disabled={isPending}
          onClick={() => run({ to: 'sign-off-withdrawals', body: { act: signOff.act } })}
        >
          {texts.takeBack}
        </Button>
      )}
    </Box>
  ))
}

const agreementsTo = (room: DrawRoom, { act }: RoomAct): SignOff[] => {
  const wanted = act === 'sign_off_seal' ? 'seal' : act
  return room.signOffs.filter((signOff) => signOff.act === wanted)
}

/** What a colleague has agreed to: who wants the same finds it in the fields. */
export const agreedByOther = (room: DrawRoom, act: RoomAct): SignOff | undefined =>
  agreementsTo(room, act).find(({ isMine }) => !isMine)

/** Nothing for a seal: its session stands above. */
function AgreedTo({ signOff }: { signOff: SignOff }) {
  const texts = useDrawRoomTexts()
  const { cause, place, number, signature, paperSha256 } = signOff
  if (cause === null) return null
  const proofs = [
    ...(signature === null ? [] : [`${texts.entropy.signature}: ${signature}`]),
    ...(paperSha256 === null ? [] : [`${texts.winner.fingerprint} ${paperSha256}`]),
  ]
  return (
    <>
      <Text fontSize="sm">
        {texts.causes[cause]}
        {place !== null && <> · {texts.winner.place(place)}</>}
        {number !== null && (
          <>
            {' · '}
            <bdi dir="ltr">{ticketLabel(number)}</bdi>
          </>
        )}
      </Text>
      {proofs.map((proof) => (
        <Text key={proof} fontSize="xs" color="fg.muted" overflowWrap="anywhere">
          <bdi>{proof}</bdi>
        </Text>
      ))}
    </>
  )
}

/** The time alone today, with its day on any other. */
export const soonOf = (instant: string, language: Language): string =>
  dayOf(instant, language) === dayOf(new Date().toISOString(), language)
    ? timeOf(instant, language)
    : momentOf(instant, language)
