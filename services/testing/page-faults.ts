// What is wrong with an open page: what axe-core finds, what Lighthouse looks for besides (a title,
// one heading, an address behind each link, nothing wider than the window), movement that nobody
// asked for, and what the page said to the console.
import type { Page } from 'playwright-core'

import { axeFaults } from './axe.ts'
import type { Screen } from './screens.ts'

type Examined = {
  page: Page
  screen: Pick<Screen, 'isCut' | 'isPicture'>
  complaints: readonly string[]
}

export async function faultsOf({ page, screen, complaints }: Examined): Promise<string[]> {
  if (screen.isPicture) return []
  // From its top: what has scrolled half under the head of the page is no small target.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const own = screen.isCut ? wordsOfACut : ownWords
  const found = [...(await axeFaults(page)), ...(await page.evaluate(looseEnds))]
  return [...found, ...complaints.filter((words) => !own.test(words))]
}

/** Of the browser: a page that is not there, and the offline page whose files are its worker's. */
const ownWords = /status of (404|401)|cross-world service worker/
const wordsOfACut = /Failed to load resource|cross-world service worker/

/** Runs in the page: what axe does not look at. */
function looseEnds(): string[] {
  const found: string[] = []
  if (document.title.trim() === '') found.push('no title')
  if (document.querySelectorAll('h1').length !== 1)
    found.push(`${document.querySelectorAll('h1').length} headings of the first level`)
  const over = document.documentElement.scrollWidth - innerWidth
  if (over > 0) found.push(`${over} px wider than the window`)
  for (const link of document.querySelectorAll('a'))
    if (!link.hasAttribute('href') || !/^(https?|tel|mailto|data:text\/calendar)\b/.test(link.href))
      found.push(`no address: ${link.outerHTML.slice(0, 120)}`)
  for (const image of document.images)
    if (!image.hasAttribute('alt') || !image.hasAttribute('width'))
      found.push(`no alt or no size: ${image.src.slice(0, 80)}`)
  // Whoever asks for less motion, as this browser does, gets none that is seen.
  for (const { playState, effect } of document.getAnimations()) {
    const { duration = 0, iterations = 1 } = effect?.getComputedTiming() ?? {}
    if (playState === 'running' && (Number(duration) > 1 || iterations > 1))
      found.push(`moves: ${duration} ms, ${iterations} times`)
  }
  return found
}
