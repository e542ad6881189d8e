// The frame of the sandbox's pages: one file of styles, no script at all, so a strict policy holds.
// Every page says in its first line that no money moves.
import { createHash } from 'node:crypto'

import { styles } from './page-styles.ts'
import type { Answer } from './wire.ts'

/** Text that is HTML already. Everything else is escaped by `html`. */
export type Html = { readonly html: string }

export function html(parts: TemplateStringsArray, ...values: (Html | Html[] | string | number)[]) {
  const text = parts.reduce((sum, part, index) => sum + part + valueHtml(values[index]), '')
  return { html: text } satisfies Html
}

function valueHtml(value: Html | Html[] | string | number | undefined): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map((each) => each.html).join('')
  if (typeof value === 'object') return value.html
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export type Page = {
  title: string
  body: Html
  status?: number
  /** Where a form on this page may lead besides the page itself, as origins. */
  formTargets?: readonly string[]
  refreshSeconds?: number
}

export function pageAnswer({ title, body, status = 200, ...page }: Page): Answer {
  const refresh =
    page.refreshSeconds === undefined
      ? html``
      : html`<meta http-equiv="refresh" content="${page.refreshSeconds}" />`
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Sandbox</title>
        ${refresh} ${styleTag}
      </head>
      <body>
        <p class="banner">
          <strong>Sandbox</strong> No real money moves and no real message is sent.
        </p>
        <main>${body}</main>
      </body>
    </html>`
  return {
    status,
    type: 'text/html; charset=utf-8',
    body: document.html,
    headers: {
      'Content-Security-Policy': policy(page.formTargets ?? []),
      'Referrer-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    },
  }
}

/** Browsers hold a form's redirect to `form-action` too, so the shop's address has to be in it. */
function policy(formTargets: readonly string[]): string {
  const targets = ["'self'", ...formTargets].join(' ')
  return [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    `form-action ${targets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const styleHash = `sha256-${createHash('sha256').update(styles, 'utf8').digest('base64')}`
const styleTag: Html = { html: `<style>${styles}</style>` }
