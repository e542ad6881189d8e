// From the number by way of the code to the dashboard, and out again.
import type { Page } from 'playwright-core'

import {
  anotherCode,
  askForCode,
  codeOf,
  enterCode,
  upset,
} from '#services/testing/customer-steps.ts'

import { titled } from './row.ts'
import type { Row } from './row.ts'

/** Has an account, and was sent a code a moment ago. */
export const known = '+96170200000'
const stranger = '+96171200000'
const newcomer = '+96176200000'

export const numberRows: readonly Row[] = [
  {
    message: 'Please enter a valid phone number with country code',
    cause: 'it is too short',
    provoke: (page) => askForCode(page, '70 12'),
  },
  {
    message: 'Please enter your full name',
    cause: 'a sign-up without a name',
    provoke: (page) => askForCode(page, stranger, ' '),
  },
  {
    message: 'Failed to check phone number',
    cause: 'the line is cut when it is checked',
    async provoke(page, { wire }) {
      wire.cut({ call: /check-phone$/, at: 'request' })
      await askForCode(page, stranger)
    },
  },
  {
    message: 'We do not know this number. Please sign up.',
    cause: 'somebody without an account signs in',
    provoke: (page) => askForCode(page, stranger),
  },
  {
    message: 'This user already exists, please log in instead.',
    cause: 'somebody with an account signs up',
    async provoke(page) {
      await askForCode(page, known, 'Maya Haddad')
      await titled(page, 'Account exists')
    },
  },
  {
    message: 'Please wait {n} seconds before asking again.',
    cause: 'a code was sent to it a moment ago',
    provoke: (page) => askForCode(page, known),
  },
  {
    message: 'Failed to send OTP',
    cause: 'the line is cut when the code is asked for',
    async provoke(page, { wire }) {
      wire.cut({ call: /send-otp$/, at: 'request' })
      await askForCode(page, stranger, 'Karim Saab')
    },
  },
  {
    message: 'Your code could not be sent. Please try again in a minute.',
    cause: 'the gateway takes no texts',
    async provoke(page, { shop }) {
      await upset(shop, { messages: { isDown: true } })
      await askForCode(page, stranger, 'Karim Saab')
    },
  },
  {
    message: 'Too many requests. Please wait a moment and try again.',
    cause: 'one browser walks through the numbers',
    async provoke(page) {
      for (let last = 1; last < 10; last += 1) {
        const answered = page.waitForResponse(/check-phone$/)
        await askForCode(page, `+9617930000${last}`)
        await answered
      }
    },
  },
]

/** Begins at the sign-in of a browser whose clock can be put forward. */
export const codeRows: readonly Row[] = [
  {
    message: 'Check your phone for the verification code.',
    cause: 'it is on its way',
    async provoke(page) {
      await askForCode(page, newcomer, 'Karim Saab')
      await titled(page, 'OTP sent!')
      await page.getByRole('button', { name: /^Resend in \d+s$/, disabled: true }).waitFor()
      await page.getByRole('button', { name: 'Verify', disabled: true }).waitFor()
    },
  },
  {
    message: 'Invalid OTP code',
    cause: 'it is wrong',
    provoke: async (page, { shop }) => enterCode(page, anotherCode(await codeOf(shop, newcomer))),
  },
  {
    message: 'This code has expired. Please ask for a new one.',
    cause: 'it is right, and too old',
    async provoke(page, { shop }) {
      await shop.test.owner.query('update sign_in_codes set expires_at = clock_now()')
      await enterCode(page, await codeOf(shop, newcomer))
    },
  },
  {
    message: 'OTP sent!',
    cause: 'a minute later another may be asked for',
    async provoke(page, { shop }) {
      await shop.test.owner.query(
        `update sign_in_codes set created_at = created_at - interval '1 minute'`,
      )
      await page.clock.fastForward('01:01')
      await page.getByRole('button', { name: 'Resend code' }).click()
    },
  },
  {
    message: 'Invalid OTP code',
    cause: 'the line is cut when it is entered',
    async provoke(page, { shop, wire }) {
      wire.cut({ call: /verify-otp$/, at: 'request' })
      await enterCode(page, await codeOf(shop, newcomer))
    },
  },
  {
    message: "You've been logged in successfully.",
    cause: 'it is right',
    async provoke(page) {
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.waitForURL(({ pathname }) => pathname === '/')
      await titled(page, 'Success!')
    },
  },
  {
    message: 'Failed to load order history',
    cause: 'the line is cut when it is read',
    async provoke(page, { wire }) {
      wire.cut({ call: /\/(purchases|raffle-entries)$/, at: 'answer' })
      await page.goto(new URL('/dashboard', page.url()).href)
    },
  },
  {
    message: 'Failed to load raffle entries',
    cause: 'the same line was cut when they were read',
    provoke: async () => {},
  },
  {
    message: 'No orders yet. Start shopping to earn raffle tickets!',
    cause: 'it is read again, and empty',
    provoke: (page) => retryOf(page, 'Order History').click(),
  },
  {
    message: 'No raffle entries yet. Make a purchase to enter raffles!',
    cause: 'they are read again, and none',
    provoke: (page) => retryOf(page, 'My Raffles').click(),
  },
  {
    message: "You've been logged out successfully.",
    cause: 'the customer leaves',
    async provoke(page) {
      await page.getByRole('button', { name: 'Logout' }).click()
      await titled(page, 'Logged out')
    },
  },
  {
    message: '404 Page Not Found',
    cause: 'a page that is not there',
    provoke: (page) => page.goto(new URL('/nothing-here', page.url()).href),
  },
]

const retryOf = (page: Page, list: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: list }) })
    .getByRole('button', { name: 'Retry' })
