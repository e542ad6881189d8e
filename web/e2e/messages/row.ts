// One line of the catalogue: what is said, why, and how to make it so on the page of the line
// before.
import type { Page } from 'playwright-core'

import type { HttpWire } from '#services/testing/http-wire.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

export type Needs = { shop: RunningShop; wire: HttpWire }

export type Row = {
  /** `{n}` stands for a number. */
  message: string
  cause: string
  provoke: (page: Page, needs: Needs) => Promise<unknown>
}

/** What only the title of a notification says. */
export const titled = (page: Page, title: string) =>
  page.getByText(title, { exact: true }).waitFor()
