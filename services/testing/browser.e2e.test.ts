// The browser that test files share: each of them ends what it has opened and nothing else, one
// that has died is followed by another, and none outlives its process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'

import { browserPath, openBrowser } from './browser.ts'

const isSame = (one: Page, other: Page) => one.context().browser() === other.context().browser()

it('is one, and closing it closes what was opened by it alone', async () => {
  const [mine, others] = await Promise.all([openBrowser(), openBrowser()])
  const [page, other] = await Promise.all([mine.newPage(), others.newPage()])
  const second = await (await mine.newContext()).newPage()
  expect([isSame(page, other), isSame(page, second)]).toEqual([true, true])

  await mine.close()
  expect([page.isClosed(), second.isClosed(), other.isClosed()]).toEqual([true, true, false])
  expect(await other.evaluate(() => document.readyState)).toBe('complete')
  await others.close()
  expect(other.isClosed()).toBe(true)
})

it('is followed by another when it has died', async () => {
  const before = await openBrowser()
  const page = await before.newPage()
  await page.context().browser()?.close()
  expect(page.isClosed()).toBe(true)
  await before.close()

  const after = await openBrowser()
  const next = await after.newPage()
  expect([isSame(page, next), next.isClosed()]).toEqual([false, false])
  await after.close()
})

it('ends with its process, and leaves no folder of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'qura-browser-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { ...process.env, TMPDIR: folder, CHROME_PATH: await browserPath() }
  const child = fork(join(import.meta.dirname, 'browser-process.ts'), [], { env })
  const ended = once(child, 'exit')
  await Promise.race([once(child, 'message'), ended])
  const foldersOfDriver = async () =>
    (await readdir(folder)).filter((name) => name.startsWith('playwright'))
  expect(await foldersOfDriver()).not.toEqual([])

  child.kill()
  await ended
  expect(await foldersOfDriver()).toEqual([])
})
