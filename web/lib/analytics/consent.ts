// What the visitor answered, kept for six months. A browser that says "do not sell or share" has
// answered already.
import { readStored, writeStored } from '../storage.ts'

export type Consent = 'granted' | 'denied'

const STORED_AS = 'qura.consent'
const KEPT_MS = 182 * 86_400_000

export function readConsent(nowMs: number): Consent | null {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return 'denied'
  const stored = readStored(STORED_AS) as { choice?: unknown; at?: unknown } | null
  const isKept = typeof stored?.at === 'number' && nowMs - stored.at < KEPT_MS
  const choice = stored?.choice
  return isKept && (choice === 'granted' || choice === 'denied') ? choice : null
}

export const keepConsent = (choice: Consent, nowMs: number): void =>
  writeStored(STORED_AS, { choice, at: nowMs })
