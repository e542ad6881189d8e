// The page of the waiting room: a few kilobytes of HTML and one style tag, made once for each
// language and colour. The browser asks again by itself because a header says so, so the page needs
// no script and is the same for everybody.
import { createHash } from 'node:crypto'

import type { Request, Response } from 'express'

import type { PageLanguage } from '../contract/pages.ts'
import type { ColourMode } from './page-html.ts'
import { colourModeOf, languageOf } from './page-look.ts'
import { waitingTexts } from './waiting-page-texts.ts'

export type WaitingPageNeeds = { shopName: string; isHttps: boolean }

const offered = ['en', 'ar', 'fr'] as const

export function openWaitingPage({ shopName, isHttps }: WaitingPageNeeds) {
  const made = new Map<string, Buffer>()

  function pageFor(language: PageLanguage, colourMode: ColourMode): Buffer {
    const key = `${language} ${colourMode}`
    const page = made.get(key) ?? Buffer.from(waitingPage({ shopName, language, colourMode }))
    made.set(key, page)
    return page
  }

  return (request: Request, response: Response, seconds: number): void => {
    const language = languageOf(request, response, { offered, isHttps })
    response
      .status(503)
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': language,
        'Content-Security-Policy': POLICY,
        'Cache-Control': 'no-store',
        'Retry-After': String(seconds),
        Refresh: String(seconds),
        Vary: 'Accept-Language, Cookie',
      })
      .end(pageFor(language, colourModeOf(request)))
  }
}

type Look = { shopName: string; language: PageLanguage; colourMode: ColourMode }

export function waitingPage({ shopName, language, colourMode }: Look): string {
  const text = waitingTexts[language]
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const colours = colourMode === null ? '' : ` class="${colourMode}"`
  return `<!doctype html>
<html lang="${language}" dir="${direction}"${colours}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(text.title)} - ${escape(shopName)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style></head>
<body><main>
<header>${rosette}<p class="brand">${mark}<bdi>${escape(shopName)}</bdi></p></header>
<div class="tear" aria-hidden="true"></div>
<section>
<h1>${escape(text.heading)}</h1>
<div class="bar" aria-hidden="true"></div>
${text.lines.map((line) => `<p>${escape(line)}</p>`).join('\n')}
<p><a class="again" href="">${escape(text.again)}</a></p>
<p class="paid">${escape(text.paid)} <a href="/dashboard">${escape(text.tickets)}</a></p>
</section>
</main></body></html>
`
}

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${String(sign.codePointAt(0))};`)

const turned = (degrees: readonly number[], radii: string) =>
  degrees.map((degree) => `<ellipse ${radii} transform="rotate(${degree})"/>`).join('')

const rosette =
  '<svg class="rosette" viewBox="-60 -60 120 120" aria-hidden="true" focusable="false">' +
  turned([0, 15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165], 'rx="56" ry="19"') +
  turned([0, 30, 60, 90, 120, 150], 'rx="30" ry="11"') +
  '</svg>'

const mark =
  '<svg width="30" height="22" viewBox="0 0 30 22" aria-hidden="true" focusable="false">' +
  '<path fill="#F2C14E" d="M3 0h24a3 3 0 0 1 3 3v4.5a3.5 3.5 0 0 0 0 7V19a3 3 0 0 1-3 3H3a3 3 0 ' +
  '0 1-3-3v-4.5a3.5 3.5 0 0 0 0-7V3a3 3 0 0 1 3-3Z"/>' +
  '<g class="mark" transform="translate(15 11)">' +
  turned([0, 60, 120], 'rx="7.5" ry="2.8"') +
  '</g></svg>'

const light =
  '--bg:#f5f6f1;--card:#fff;--line:#d8ddd0;--fg:#10201a;--soft:#3f4e46;--muted:#5a6860;' +
  '--cedar:#0e5a43;--on:#fff;color-scheme:light'
const dark =
  '--bg:#0b1310;--card:#121d18;--line:#26382f;--fg:#eef2ea;--soft:#b9c5bc;--muted:#8fa096;' +
  '--cedar:#35ae86;--on:#06140f;color-scheme:dark'

/** The colours are those of `web/app/theme`. */
const style = `
:root{${light}}
@media (prefers-color-scheme:dark){:root:not(.light){${dark}}}
:root.dark{${dark}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;
background:var(--bg);color:var(--fg);
font:1rem/1.56 'Alexandria Variable',system-ui,'Segoe UI',Roboto,sans-serif}
main{width:100%;max-width:520px;background:var(--card);border:1px solid var(--line);
border-radius:18px;overflow:hidden}
header{position:relative;overflow:hidden;height:120px;padding-inline:24px;background:#0e5a43;
display:flex;align-items:center}
.rosette{position:absolute;width:300px;inset-inline-end:-90px;top:-90px;fill:none;
stroke:#f2c14e;stroke-width:.45;opacity:.7}
.mark{fill:none;stroke:#0e5a43;stroke-width:1.1}
.tear{position:relative;border-top:2px dashed var(--line);margin:-1px 16px 0}
.tear::before,.tear::after{content:'';position:absolute;top:-10px;width:18px;height:18px;
border-radius:50%;background:var(--bg);border:1px solid var(--line)}
.tear::before{inset-inline-start:-26px}
.tear::after{inset-inline-end:-26px}
section{padding:28px 24px 24px}
h1{margin:0 0 18px;font-size:1.625rem;line-height:1.25;font-weight:750;letter-spacing:-.028em;
text-wrap:balance}
:lang(ar) h1,:lang(ar) .brand{letter-spacing:0}
p{margin:0 0 14px;color:var(--soft)}
.brand{position:relative;display:flex;align-items:center;gap:10px;margin:0;color:#fff;
font-size:1.625rem;font-weight:750;letter-spacing:-.028em;line-height:1}
.bar{height:6px;margin:0 0 20px;border-radius:3px;background:var(--line);overflow:hidden}
.bar::before{content:'';display:block;width:36%;height:100%;border-radius:3px;
background:#f2a900;animation:wait 2.4s cubic-bezier(.45,0,.55,1) infinite alternate}
@keyframes wait{to{margin-inline-start:64%}}
@media (prefers-reduced-motion:reduce){.bar::before{animation:none}}
.again{display:flex;align-items:center;justify-content:center;min-height:48px;padding:0 20px;
margin-top:22px;border-radius:12px;background:var(--cedar);color:var(--on);font-weight:650;
text-decoration:none}
a:focus-visible{outline:3px solid #f2a900;outline-offset:2px}
.paid{margin:18px 0 0;font-size:.875rem;color:var(--muted)}
.paid a{color:var(--fg);display:inline-block;padding:4px 0}
`

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
