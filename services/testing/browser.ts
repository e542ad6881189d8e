// A real browser for tests: the one that is named, else one that is installed, else the Chromium
// that comes as a package.
import { existsSync } from 'node:fs'

import chromium from '@sparticuz/chromium'
import { chromium as driver } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** No sandbox: tests also run as root. Nothing is asked of the network but the pages themselves. */
export const browserArguments: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
}
export const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

/**
 * The browser of this process, which its test files share: they follow each other, and to start one
 * for each of them costs more than some of them do. Closing it closes what was opened by it and
 * nothing else; the browser itself ends with the process.
 */
export async function openBrowser(): Promise<Browser> {
  const browser = await sharedBrowser()
  const opened: BrowserContext[] = []
  const newContext = async (options?: BrowserContextOptions) => {
    const context = await browser.newContext(options)
    opened.push(context)
    return context
  }
  // All the rest is that of the shared one.
  return Object.assign(Object.create(browser) as Browser, {
    newContext,
    newPage: async (options?: BrowserContextOptions) => (await newContext(options)).newPage(),
    close: async () => void (await Promise.all(opened.map((context) => context.close()))),
  })
}

/** A page of a test lives for seconds: what was compiled to be fast would come too late. */
const withoutCompilers = '--js-flags=--no-turbofan --no-maglev'

let shared: Promise<Browser> | undefined

/** One that could not start, or has died, is followed by another. */
function sharedBrowser(): Promise<Browser> {
  if (shared !== undefined) return shared
  shared = startBrowser([withoutCompilers])
  const forget = () => void (shared = undefined)
  void shared.then((browser) => browser.once('disconnected', forget), forget)
  // The driver hears this signal too, and only asks the browser to go: a process that listens to
  // its parent, as that of a test does, would stay, be killed, and leave the browser's folder.
  process.once('SIGTERM', () => process.exit())
  return shared
}

/** One of its own, for who ends it himself and is not to wait for the end of his process. */
export async function startBrowser(more: readonly string[] = []): Promise<Browser> {
  const args = [...browserArguments, ...more]
  return driver.launch({ executablePath: await browserPath(), args })
}

/** Everything the page complains about: errors, warnings of React, violations of the policy. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

export async function browserPath(): Promise<string> {
  const named = process.env.CHROME_PATH
  if (named !== undefined) return named
  return installed.find((path) => existsSync(path)) ?? (await chromium.executablePath())
}
