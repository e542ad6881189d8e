import { useEffect, useEffectEvent, useState } from 'react'

import { watchIdleEnd } from '../../lib/admin/idle-end.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { showLastingToast } from '../../lib/toasts.ts'
import { useMeAgain } from './api/me-again.ts'

/** In the frame of staff: whoever is there stays signed in, and hears before it ends. */
export function useStaySignedIn(): void {
  const { leaving: text } = useAdminTexts()
  const { refetch } = useMeAgain()
  const [isNear, setIsNear] = useState(false)
  const stay = useEffectEvent(() => refetch({ cancelRefetch: false }))
  useEffect(() => watchIdleEnd({ onNear: setIsNear, onStay: () => stay() }), [])
  useEffect(() => (isNear ? showLastingToast(text) : undefined), [isNear, text])
}
