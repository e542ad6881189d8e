// NOTIFY, heard on a connection of its own. It is opened again when it breaks, and anew when it has
// lived its time; the next one listens before the one before it ends, so nothing is missed between.
import { Client, escapeIdentifier } from 'pg'
import type { ClientConfig } from 'pg'

import { io } from './io.ts'

type Listening = {
  channel: string
  /** An empty payload says: something may have been missed, look for yourself. */
  hear: (payload: string) => void
  lifetimeSeconds: number
}

const AGAIN_MS = 500

/** Answers what ends it. */
export async function openListener(
  settings: ClientConfig,
  { channel, hear, lifetimeSeconds }: Listening,
): Promise<() => Promise<void>> {
  let client: Client | undefined
  let isStopped = false
  let again: NodeJS.Timeout | undefined

  async function open() {
    const next = new Client({ ...settings, statement_timeout: 0 })
    next.on('notification', (message) => hear(message.payload ?? ''))
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    const listen = `listen ${escapeIdentifier(channel)}`
    try {
      await io('sql listen', () => next.connect())
      await io(`sql ${listen}`, () => next.query(listen))
    } catch (error) {
      void next.end().catch(() => {})
      throw error
    }
    const before = isStopped ? next : client
    if (!isStopped) client = next
    await before?.end()
  }

  function lost(which: Client) {
    if (isStopped || which !== client) return
    client = undefined
    reopen()
  }

  function reopen() {
    if (isStopped) return
    clearTimeout(again)
    again = setTimeout(() => {
      // What was notified meanwhile is lost.
      open().then(() => {
        if (!isStopped) hear('')
      }, reopen)
    }, AGAIN_MS)
  }

  await open()
  // Where no other can be opened the old one goes on, until the next try.
  const renewal = setInterval(() => void open().catch(() => {}), lifetimeSeconds * 1_000).unref()
  return async () => {
    isStopped = true
    clearTimeout(again)
    clearInterval(renewal)
    await client?.end()
  }
}
