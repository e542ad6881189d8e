// A clock that ticks each second and goes by the server: a phone's own may be minutes off.
import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/** `serverNow` was the server's time when the answer arrived. */
export function useSeconds(serverNow: string): number {
  const [now, setNow] = useState(() => Date.parse(serverNow))
  useEffect(() => {
    const aheadMs = Date.parse(serverNow) - Date.now()
    const tick = () => setNow(Date.now() + aheadMs)
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [serverNow])
  return now
}

/** `1:04:09`, `04:09`; never below zero. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const rest = `${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

const two = (value: number) => String(value).padStart(2, '0')
