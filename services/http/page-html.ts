// One page as HTML: what the renderer made, in a document whose inline parts are all hashed, so
// that the content policy allows exactly them.
import { createHash } from 'node:crypto'

import type { PageLanguage, RenderedPage } from '../contract/pages.ts'
import { bootScript } from './page-boot.ts'
import { headTags, inlineJson } from './page-head.ts'
import type { HeadParts } from './page-head.ts'
import { pagePolicy } from './security-headers.ts'

export type ColourMode = 'light' | 'dark' | null

type Parts = Omit<HeadParts, 'page'> & {
  page: RenderedPage
  language: PageLanguage
  colourMode: ColourMode
  hasGoogleTag: boolean
  /** Scripts of the shell, the entry first. */
  scripts: readonly string[]
  /** Complete as it is written: its scripts may come when its pictures are there. */
  isLanding: boolean
}

export type PageDocument = { html: string; policy: string }

/** Without a choice the colours follow the system, before the first paint. */
const followSystem =
  'document.documentElement.classList.add(' +
  "matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')"

export function pageDocument(parts: Parts): PageDocument {
  const { page, language, colourMode, publicOrigin, scripts, isLanding } = parts
  const first = [
    ...(colourMode ? [] : [followSystem]),
    ...(isLanding ? [bootScript(scripts, { isLanding })] : []),
  ]
  // Behind the page that the app takes over.
  const last = isLanding ? [] : [bootScript(scripts, { isLanding })]
  const html = [
    '<!doctype html>',
    `<html lang="${language}" dir="${page.direction}"` +
      `${colourMode ? ` class="${colourMode}"` : ''}>`,
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    ...first.map(inlined),
    headTags(parts),
    ...page.styles.map(({ attributes, css }) => `<style${attributes}>${css}</style>`),
    ...(isLanding ? [] : scripts.slice(1)).map(
      (file) => `<link rel="modulepreload" href="/${file}">`,
    ),
    '</head><body>',
    `<div id="root">${page.html}</div>`,
    `<script type="application/json" id="page-state">${inlineJson(page.state)}</script>`,
    ...last.map(inlined),
    '</body></html>',
  ].join('')

  const policy = pagePolicy({
    styleHashes: page.styles.map(({ css }) => sha256(css)),
    scriptHashes: [...first, ...last].map(sha256),
    hasGoogleTag: parts.hasGoogleTag,
    isHttps: publicOrigin.startsWith('https:'),
  })
  return { html, policy }
}

const inlined = (script: string) => `<script>${script}</script>`

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
