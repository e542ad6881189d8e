// One line of the catalogue of staff: what is said, why, and how to make it so on the page of the
// line before.
import type { Page } from 'playwright-core'

import type { Needs } from '../messages/row.ts'

export type Row = {
  message: string | RegExp
  /** Of the notification that says it; left out: the page itself does. */
  title?: string
  cause: string
  provoke: (page: Page, needs: Needs) => Promise<unknown>
}

/** What a notification says; one without a message is its title alone. */
export const notification = (title: string, message: string | RegExp = title) => ({
  title,
  message,
})
