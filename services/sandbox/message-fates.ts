// What the sandbox's gateways share: magic numbers, so that every way a text can fail can be seen,
// and the reports that follow a text.
import type { Callback, Callbacks } from './callbacks.ts'
import type { Inbox } from './inbox.ts'
import type { SandboxSettings } from './settings.ts'
import type { SwitchBoard } from './switches.ts'

export type MessagesNeeds = {
  settings: SandboxSettings
  inbox: Inbox
  callbacks: Callbacks
  switches: SwitchBoard
  /** Where WhatsApp's app calls back: set once in Meta's panel. */
  whatsappWebhook: string
  pause: (ms: number) => Promise<void>
}

export type Fate = 'delivered' | 'bad_number' | 'blocked' | 'undelivered' | 'limit'

const magicNumbers: ReadonlyMap<string, Fate> = new Map([
  ['+96170000001', 'bad_number'],
  ['+96170000002', 'blocked'],
  ['+96170000003', 'undelivered'],
  ['+96170000004', 'limit'],
])

export const fateOf = (phone: string): Fate => magicNumbers.get(phone) ?? 'delivered'

export const isPhone = (text: string) => /^\+[1-9]\d{6,14}$/.test(text)

/** One after the other, each as often as the switch for callbacks says; reordered: last first. */
export async function report(
  { callbacks, switches }: MessagesNeeds,
  reports: readonly Omit<Callback, 'provider' | 'method'>[],
): Promise<void> {
  const { copies, isReordered } = switches.now().callbacks
  const inOrder = isReordered ? reports.toReversed() : reports
  for (const one of inOrder)
    await callbacks.send({ provider: 'messages', method: 'POST', ...one }, copies)
}
