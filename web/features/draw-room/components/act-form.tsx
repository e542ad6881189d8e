import { Button } from '../../../components/button.tsx'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import type { RoomCall } from '../api/draw-room.ts'
import { prizeKey, prizeShown } from '../shown.ts'
import type { BodyProps } from './act-panel.tsx'
import { BeaconForm } from './beacon-form.tsx'
import { EntropyForm } from './entropy-form.tsx'
import { PutOffForm } from './put-off-form.tsx'
import { RevealForm } from './reveal-form.tsx'
import { SessionForm } from './session-form.tsx'
import { ContactForm, DeliverForm, ForfeitForm, IdentityForm } from './winner-forms.tsx'

const plain: Partial<Record<BodyProps['act']['act'], RoomCall['to']>> = {
  close: 'close',
  seal: 'seal',
  complete: 'complete',
  publish: 'publish',
  promote: 'promote',
}

/** What one act asks for before it is done. */
export function ActForm(props: BodyProps) {
  const { room, act, isPending, run } = props
  const texts = useDrawRoomTexts()
  const to = plain[act.act]
  // The seal is of the session that was read here.
  const version = to === 'seal' ? room.session?.recordedAt : undefined
  const body = to === 'promote' ? prizeShown(room) : {}
  if (to !== undefined)
    return (
      <Button size="sm" disabled={isPending} onClick={() => run({ to, body, version })}>
        {texts.act[act.act]}
      </Button>
    )
  const prize = prizeKey(room)
  switch (act.act) {
    case 'session':
      return <SessionForm {...props} />
    case 'entropy_first':
    case 'entropy_second':
      return <EntropyForm key={act.act} {...props} />
    case 'reveal':
      return <RevealForm {...props} />
    case 'beacon':
      return <BeaconForm {...props} />
    case 'postpone':
    case 'annul':
      return <PutOffForm key={room.drawId} {...props} />
    case 'contact':
      return <ContactForm key={prize} {...props} />
    case 'check_identity':
      return <IdentityForm key={prize} {...props} />
    case 'forfeit':
      return <ForfeitForm key={prize} {...props} />
    case 'deliver':
      return <DeliverForm key={prize} {...props} />
    default:
      return null
  }
}
