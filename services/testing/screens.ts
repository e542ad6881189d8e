// Every screen of the shop in every state a customer can bring it to, as tables: one line more, and
// it is photographed (`npm run screenshots`) and examined (`npm run test:axe`). The gate looks at
// the everyday ones (`web/e2e/accessible.e2e.test.ts`).
import type { Page } from 'playwright-core'

import { listening } from './listening.ts'
import { accountScreens } from './screens/account.ts'
import { browsingScreens } from './screens/browsing.ts'
import { checkoutScreens } from './screens/checkout.ts'
import { drawScreens } from './screens/draws.ts'
import { everydayScreens } from './screens/everyday.ts'
import { orderScreens } from './screens/orders.ts'
import { signInScreens } from './screens/sign-in.ts'

/**
 * A customer with orders; one who has never bought; one with a second factor, two addresses and a
 * pause; a guest who has bought; and a customer who has won a prize, and not yet come for it.
 */
export type Visitor = 'guest' | 'customer' | 'newcomer' | 'careful' | 'buyer' | 'winner'

export type Screen = {
  name: string
  /** `:raffle` and the like are ids of `ScreenShop`. */
  path: string
  /** A guest, when left out. */
  as?: Visitor
  /** There is no such thing on a desk. */
  isOnPhonesOnly?: true
  /** It is the same for everybody, and does not ask who is there. */
  asksNobody?: true
  /** What is shown is a picture and no page. */
  isPicture?: true
  /** A picture of the whole page would be laid out anew, and lose what was scrolled in it. */
  isInWindow?: true
  /** One of its calls is never answered. */
  isKeptWaiting?: true
  /** One of its calls fails, and the browser says so to its console. */
  isCut?: true
  /** Before the page is asked for: what its browser and its line are like, what others do. */
  before?: (page: Page, shop: ScreenShop) => Promise<void>
  open?: (page: Page, shop: ScreenShop) => Promise<void>
}

export type ScreenShop = {
  origin: string
  sandboxUrl: string
  ids: Readonly<Record<string, string>>
  /** Of the customer, whose cart is not empty. */
  cookies: Cookie[]
  others: Partial<Readonly<Record<Visitor, Cookie[]>>>
  /** Verifier keys of `:drawn` and its witnesses, as somebody else would have published them. */
  proofKeys: readonly string[]
  phones: Readonly<Record<'customer' | 'careful', string>>
  does: ShopDoes
}

export type Cookie = { name: string; value: string; url: string }

/** What others do while a screen is being looked at. */
export type ShopDoes = {
  /** The newest code by SMS to this number. */
  codeTo: (phone: string) => Promise<string>
  /** Codes that were sent lately were sent long ago: no phone has to wait for its next one. */
  forgetCodes: () => Promise<void>
  /** Staff give the product of `:priced` another price. */
  reprice: () => Promise<void>
  /** So many buy that newcomers wait, until `calm`. */
  rush: () => Promise<void>
  /** The newcomer has proven himself just now: he is asked for nothing. */
  proveNewcomer: () => Promise<void>
  /** The newcomer is about to set up a second factor, and has it until `calm`. */
  lendFactor: () => void
  /** Ends what was begun for one screen. */
  calm: () => Promise<void>
}

/** What a shop for all screens is started with. Nothing that is reserved runs out meanwhile. */
export const screenShopEnv = { WAITING_ROOM_AT: '3', HOLD_SECONDS: '21600' }

export const screens: readonly Screen[] = [
  ...everydayScreens,
  ...browsingScreens,
  ...checkoutScreens,
  ...signInScreens,
  ...accountScreens,
  ...orderScreens,
  ...drawScreens,
]

type Visit = { page: Page; screen: Omit<Screen, 'as'>; shop: ScreenShop }

/** Opens the screen, listening and with everything it reads; then `look`s, and leaves it. */
export async function visitScreen(
  { page, screen, shop }: Visit,
  look: () => Promise<void>,
): Promise<void> {
  try {
    await screen.before?.(page, shop)
    await openPage({ page, screen, shop })
    await screen.open?.(page, shop)
    await look()
  } finally {
    // The next one finds an empty cart; what is no page of the shop has nothing to forget.
    await page.evaluate(() => localStorage.clear()).catch(() => {})
    await page.close()
    await shop.does.calm()
  }
}

async function openPage({ page, screen, shop }: Visit): Promise<void> {
  const known = screen.asksNobody
    ? undefined
    : page.waitForResponse((answer) => answer.url().endsWith('/api/auth/me'))
  known?.catch(() => {}) // told by what failed before it
  await page.goto(shop.origin + addressOf(screen, shop))
  await known
  await page.locator('[data-waits]').first().waitFor({ state: 'detached' })
  if (!screen.isKeptWaiting) await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(listening)
}

export const addressOf = ({ path }: Pick<Screen, 'path'>, { ids }: Pick<ScreenShop, 'ids'>) =>
  path.replace(/:([a-z]\w*)/gi, (_all, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`${path}: the shop has no ${name}`)
    return id
  })
