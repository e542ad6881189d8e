// Who hears events: nobody, a tag manager’s queue, the shop’s own counter, Google’s tag.
import type { TrackedEvent } from '#services/contract/events.ts'

import type { Listener } from './track.ts'

type TagWindow = Window & { dataLayer?: unknown[] }

/** The queue that tag managers read; nothing leaves the browser through it alone. */
export const dataLayer: Listener = ({ name, ...parameters }) => {
  layer().push({ event: name, ecommerce: parameters })
}

/** Counts on our own server: no cookie, no id. What cannot be sent is not worth a second try. */
export const shopCounter: Listener = (event) => {
  fetch('/api/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events: [event] }),
  })
    .then((response) => response.text())
    .catch(() => {})
}

export const all =
  (...listeners: Listener[]): Listener =>
  (event: TrackedEvent) => {
    for (const listener of listeners) listener(event)
  }

const signals = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'] as const
const every = (answer: 'granted' | 'denied') =>
  Object.fromEntries(signals.map((signal) => [signal, answer]))

/** Consent mode v2: everything is denied before the tag, and before any event. */
export function denyByDefault(): void {
  tag('consent', 'default', { ...every('denied'), wait_for_update: 500 })
}

/** Loads Google's tag. Called after consent only. */
export function openGoogleTag(measurementId: string): Listener {
  tag('consent', 'update', every('granted'))
  tag('js', new Date())
  tag('config', measurementId)
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`
  document.head.append(script)
  return ({ name, ...parameters }) => tag('event', name, parameters)
}

/** Google's tag reads `arguments` objects, not arrays. */
function tag(..._parts: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params
  layer().push(arguments)
}

function layer(): unknown[] {
  const tagWindow = window as TagWindow
  return (tagWindow.dataLayer ??= [])
}
