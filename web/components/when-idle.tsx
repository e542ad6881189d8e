import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/** In browsers only, when they have nothing else to do: for what nobody waits for. */
export function WhenIdle({ children }: { children: ReactNode }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const whenIdle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 1_000))
    whenIdle(() => setIdle(true))
  }, [])
  return isIdle ? <Suspense>{children}</Suspense> : null
}
