// The draw room by keys alone, as the tests of ceremonies go through it: each act in a panel of its
// own, and after each of them the keyboard still in the room.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { bytesOfHex } from '#events/kernel/bytes.ts'
import { representative, signedBy } from '#events/verify/testing/keys.ts'

import type { ApiClient } from './api-client.ts'
import { isFocused, isHeldIn, press, readNotice, tabInto } from './keyboard.ts'
import { ownerEmail } from './running-service.ts'

/** What a ceremony does by keys; the names are those of the room's acts. */
type Act =
  | 'close'
  | 'session'
  | 'seal'
  | 'entropy_first'
  | 'entropy_second'
  | 'reveal'
  | 'publish'
  | 'postpone'
  | 'annul'
  | 'forfeit'

export const panelOf = (page: Page, act: Act) => page.locator(`[data-act=${act}]`)

/** Waits for the room to offer it, then presses it. */
export async function actByKeys(page: Page, act: Act, name: RegExp): Promise<void> {
  await panelOf(page, act).getByRole('button', { name }).waitFor()
  await tabInto(page, `[data-act=${act}]`, name)
  await press(page, 'Enter')
}

type Typed = readonly (readonly [field: RegExp, words: string])[]

/** In the order of the form, after what stands in its fields. */
export async function typeInto(page: Page, act: Act, typed: Typed): Promise<void> {
  for (const [field, words] of typed) {
    await tabInto(page, `[data-act=${act}]`, field)
    await press(page, 'Control+End')
    await page.keyboard.type(words)
  }
}

/** Names of the room's fields and buttons, and what it says of who was faster. */
export type RoomWords = Readonly<Record<Named, RegExp>> &
  Readonly<Record<'changed' | 'meanwhile', (name: string) => string>>

type Named =
  | 'place'
  | 'name'
  | 'office'
  | 'key'
  | 'save'
  | 'recorded'
  | 'newest'
  | 'seal'
  | 'postpone'
  | 'annul'
  | 'reason'
  | 'signature'

const inEnglish: RoomWords = {
  place: /^Place$/,
  name: /^Name$/,
  office: /^Office$/,
  key: /^Verifier key$/,
  save: /^Save$/,
  recorded: /^Recorded by /,
  changed: (name) => `Changed by ${name} while you were editing.`,
  meanwhile: (name) => `This was changed by ${name} meanwhile. Please look at it again.`,
  newest: /^Read the newest version$/,
  seal: /^Seal the register$/,
  postpone: /^Put the draw off$/,
  annul: /^Annul the draw$/,
  reason: /^Reason$/,
  signature: /^Signature of the representative$/,
}

/** Who is in the room, with the key of the representative. */
export async function recordSession(page: Page, words: RoomWords = inEnglish): Promise<void> {
  await panelOf(page, 'session').waitFor()
  await typeInto(page, 'session', [
    [words.place, 'Chamber of Commerce, Beirut'],
    [words.name, 'Sami Aoun'],
    [words.office, 'Lottery Directorate'],
    [words.key, representative.verifierKey],
  ])
  await actByKeys(page, 'session', words.save)
  await panelOf(page, 'session').getByText(words.recorded).waitFor()
  await isHeldIn(page, 'main li')
}

/** While a form is half typed another records a session: it stays, and says who has. */
export async function isSlowerThan(page: Page, other: ApiClient, words: RoomWords): Promise<void> {
  const { place, name, office } = words
  await typeInto(page, 'session', [
    [place, 'Mina'],
    [name, 'Sami Aoun'],
    [office, 'Lottery'],
  ])
  const raffleId = new URL(page.url()).pathname.split('/').at(-1)
  const session = {
    mode: 'beacon',
    place: 'Zahle',
    witnesses: [],
    representative: { name: 'S. A.', office: 'Lottery', documentNumber: '5' },
  }
  await other.post(`/api/admin/draws/${raffleId}/session`, session)
  const panel = panelOf(page, 'session')
  const notice = panel.getByText(words.changed(ownerEmail))
  await notice.waitFor()
  await isFocused(page, office) // whoever types goes on
  await page.keyboard.type(' Directorate')
  await actByKeys(page, 'session', words.save)
  await page.getByText(words.meanwhile(ownerEmail)).waitFor()
  await isFocused(page, words.save)
  await readNotice(page, words.meanwhile(ownerEmail))
  expect(await panel.getByLabel(place).inputValue()).toBe('Mina')
  expect(await panel.getByLabel(office).inputValue()).toBe('Lottery Directorate')
  await tabInto(page, '[data-act=session]', words.newest)
  await press(page, 'Enter')
  await notice.waitFor({ state: 'detached' })
  await isHeldIn(page, '[data-act=session]')
}

/** Put off, and soon sealed anew; then annulled by what the representative signs. */
export async function stopByKeys(page: Page, words: RoomWords): Promise<void> {
  await actByKeys(page, 'seal', words.seal)
  await panelOf(page, 'postpone').waitFor()
  await isHeldIn(page, 'main li')
  await tabInto(page, '[data-act=postpone]', words.reason)
  await press(page, 'ArrowDown')
  await actByKeys(page, 'postpone', words.postpone)
  await panelOf(page, 'postpone').waitFor({ state: 'detached' })
  await isHeldIn(page, 'main section')

  await recordSession(page, words)
  await actByKeys(page, 'seal', words.seal)
  await panelOf(page, 'annul').waitFor()
  await isHeldIn(page, 'main li')
  await tabInto(page, '[data-act=annul]', words.reason)
  await press(page, 'ArrowDown')
  await typeInto(page, 'annul', [[words.signature, await signed(page, 'annul')]])
  await actByKeys(page, 'annul', words.annul)
  await panelOf(page, 'annul').waitFor({ state: 'detached' })
  await isHeldIn(page, 'main section')
}

/** The representative's signature under the message that the act shows. */
export const signed = async (page: Page, act: Act): Promise<string> =>
  signedBy(representative, bytesOfHex(await panelOf(page, act).locator('code').innerText()))
