// What axe-core finds on a page by the rules of WCAG 2.2 AA and its own best practice: a line each.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from 'playwright-core'

const script = join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(atRest)
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(await readFile(script, 'utf8'))
  return page.evaluate(async (runOnly) => {
    // The script above puts it there.
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    // What passes is not asked for, or every element of the page would be named.
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target)}`)
  }, rules)
}

/** A dialog that still fades in does not count as open, and what lies under it is then faulted. */
async function atRest(): Promise<void> {
  await new Promise(requestAnimationFrame) // what has just changed has begun to move
  await new Promise(requestAnimationFrame)
  const moving = document.getAnimations().filter((animation) => {
    const { endTime } = animation.effect?.getComputedTiming() ?? {}
    return animation.playState === 'running' && endTime !== Infinity
  })
  await Promise.allSettled(moving.map(({ finished }) => finished))
}
