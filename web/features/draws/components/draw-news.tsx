import { Suspense, useEffect, useState } from 'react'

import { lazily } from '../../../lib/patient.ts'

const WinnersStrip = lazily(async () => (await import('./winners-strip.tsx')).WinnersStrip)

/** Nothing of it is in the server's page, and nothing of it holds the page up. */
export function DrawNews() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsIdle(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    isIdle && (
      <Suspense fallback={null}>
        <WinnersStrip />
      </Suspense>
    )
  )
}

const AFTER_MS = 300
