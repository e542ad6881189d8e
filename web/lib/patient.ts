// Code that comes later, over a line that may be cut, from a shop that may have been renewed since
// this page was opened.
import { lazy } from 'react'
import type { ComponentType } from 'react'

/**
 * Asked for again until it is there, so a page that is already seen never breaks because a part of
 * it is still missing. What is there no longer, for the shop has a new build, is not waited for:
 * the page is read anew, and comes with its own.
 */
export async function patiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load()
    } catch {
      if (await isOutdated()) await renew()
      await backOnline()
    }
  }
}

export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await patiently(load) }))

/** It names all the others, so every build has its own. */
export const buildFile = (): string =>
  document.querySelector('link[rel=modulepreload][href*="/landing-"]')?.getAttribute('href') ?? ''

const isOutdated = () =>
  fetch(buildFile(), { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  )

/** Once in a tab for each build: a second time would not help. */
async function renew(): Promise<void> {
  try {
    if (sessionStorage.getItem('qura.left') === buildFile()) return
    sessionStorage.setItem('qura.left', buildFile())
  } catch {
    return // blocked: it could not be told from a second time
  }
  location.reload()
  await new Promise(() => {})
}

const PAUSE_MS = 5_000

const backOnline = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, PAUSE_MS)
    addEventListener('online', () => resolve(), { once: true })
  })
