// A real browser for tests: the one that is named, else one that is installed, else the Chromium
// that comes as a package.
import { existsSync } from 'node:fs'

import chromium from '@sparticuz/chromium'
import { chromium as driver } from 'playwright-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

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

export async function openBrowser(): Promise<Browser> {
  return driver.launch({ executablePath: await browserPath(), args: [...browserArguments] })
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
