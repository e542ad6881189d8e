// What machines read of a page: its title and addresses in every language, the card a messenger
// shows of it, and the shop's facts as JSON-LD.
import type { PageLanguage, RenderedPage } from '../contract/pages.ts'

export type HeadParts = {
  page: Pick<RenderedPage, 'title' | 'description' | 'price'>
  path: string
  isFound: boolean
  language: PageLanguage
  languages: readonly PageLanguage[]
  publicOrigin: string
  shopName: string
  /** Path of the picture for previews, 1200 × 630. */
  shareImage: string
  structured: readonly unknown[]
}

/** Pages that are somebody's own: no search engine keeps them. */
const PRIVATE = /^\/(login|dashboard|account|order|payment|admin|offline|stop)(\/|$)/
const locales = { en: 'en_LB', ar: 'ar_LB', fr: 'fr_LB' } as const

export function headTags(parts: HeadParts): string {
  const { page, path, isFound } = parts
  // Who has no address to keep was written for many paths, and names none of them.
  const hasAddress = isFound && !PRIVATE.test(path)
  return [
    `<title>${escaped(page.title)}</title>`,
    named('description', page.description),
    ...(hasAddress ? addresses(parts) : [named('robots', 'noindex')]),
    ...preview(parts),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-180.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    '<meta name="theme-color" media="(prefers-color-scheme:light)" content="#F5F6F1">',
    '<meta name="theme-color" media="(prefers-color-scheme:dark)" content="#0B1310">',
    ...parts.structured.map(
      (facts) => `<script type="application/ld+json">${inlineJson(facts)}</script>`,
    ),
  ].join('')
}

/** English is what stands at the bare address; another language names itself. */
export const addressIn = (language: PageLanguage, path: string): string =>
  language === 'en' ? path : `${path}?lang=${language}`

function addresses({ path, language, languages, publicOrigin }: HeadParts): string[] {
  const href = (of: PageLanguage) => escaped(publicOrigin + addressIn(of, path))
  return [
    `<link rel="canonical" href="${href(language)}">`,
    ...languages.map((of) => `<link rel="alternate" hreflang="${of}" href="${href(of)}">`),
    `<link rel="alternate" hreflang="x-default" href="${href('en')}">`,
    property('og:url', publicOrigin + addressIn(language, path)),
  ]
}

function preview(parts: HeadParts): string[] {
  const { page, language, languages, publicOrigin, shopName, shareImage } = parts
  const { title, description, price } = page
  const image = publicOrigin + addressIn(language, shareImage)
  return [
    property('og:type', price ? 'product' : 'website'),
    property('og:site_name', shopName),
    property('og:title', title),
    property('og:description', description),
    property('og:locale', locales[language]),
    ...languages
      .filter((other) => other !== language)
      .map((other) => property('og:locale:alternate', locales[other])),
    property('og:image', image),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', title),
    ...(price
      ? [property('product:price:amount', price), property('product:price:currency', 'USD')]
      : []),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', image),
  ]
}

const named = (name: string, content: string) =>
  `<meta name="${name}" content="${escaped(content)}">`
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escaped(content)}">`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** JSON that cannot end its own script element. */
export const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
