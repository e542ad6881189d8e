// Hunts for forgotten words on a page of the pseudo build, where every sentence of a table stands
// in ⟦ ⟧: what has letters outside of them is data, or was never translated.
import type { Page } from 'playwright-core'

/** What staff or customers wrote, which is shown as it was written. */
export async function untranslatedOn(page: Page, written: readonly string[]): Promise<string[]> {
  const seen = await page.evaluate(wordsOnPage)
  return seen.filter((words) => /\p{L}/u.test(withoutData(outsideBrackets(words), written)))
}

const withoutData = (words: string, written: readonly string[]) =>
  written.reduce((rest, data) => rest.replaceAll(data, ''), words)

/** Brackets may stand within brackets: a sentence made of sentences. */
function outsideBrackets(words: string): string {
  let depth = 0
  let rest = ''
  for (const sign of words) {
    if (sign === '⟦') depth += 1
    else if (sign === '⟧') depth -= 1
    else if (depth === 0) rest += sign
  }
  return rest
}

/** Runs in the page: the title, every text that is shown or read out, every label. */
function wordsOnPage(): string[] {
  const found = [document.title]
  const isData = (element: Element) =>
    element.closest('bdi, time, option, script, style, [lang]:not(html)')
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (element && !isData(element) && isShown(element)) found.push(node.nodeValue ?? '')
  }
  for (const element of document.body.querySelectorAll('*'))
    for (const name of ['aria-label', 'alt', 'title', 'placeholder', 'aria-valuetext']) {
      const label = element.getAttribute(name)
      if (label && !isData(element) && isShown(element)) found.push(label)
    }
  return found
}
