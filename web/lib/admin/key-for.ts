// One body, one key: a second click, or a try after a lost answer, asks for the same thing again.
import { useRef } from 'react'

/** The idempotency key of this body; another body gets another one. */
export function useKeyFor(): (body: object) => string {
  const known = useRef<{ body: string; key: string } | null>(null)
  return (asked) => {
    const body = JSON.stringify(asked)
    if (known.current?.body !== body) known.current = { body, key: crypto.randomUUID() }
    return known.current.key
  }
}
