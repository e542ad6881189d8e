import type { ComponentProps } from 'react'

import { FingerprintField as Field } from '../../../components/admin/fingerprint-field.tsx'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'

/** As the room calls a fingerprint. */
export function FingerprintField(props: Omit<ComponentProps<typeof Field>, 'mark'>) {
  const { winner } = useDrawRoomTexts()
  return <Field {...props} mark={winner.fingerprint} />
}
