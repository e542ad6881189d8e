// One family for Latin and Arabic. The fallback has the same widths, so nothing moves when the
// font arrives.
import arabic from '@fontsource-variable/alexandria/files/alexandria-arabic-wght-normal.woff2'
import latin from '@fontsource-variable/alexandria/files/alexandria-latin-wght-normal.woff2'

import type { Language } from '../lib/text/text.tsx'

const face = (url: string, range: string) =>
  `@font-face{font-family:'Alexandria Variable';font-style:normal;font-display:swap;` +
  `font-weight:100 900;src:url(${url}) format('woff2');unicode-range:${range}}`

const latinRange =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,' +
  'U+20AC,U+2116,U+2122,U+2212'
const arabicRange =
  'U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,' +
  'U+FB50-FDFF,U+FE70-FEFC'

/** A local font, drawn as wide as Alexandria; of those that fit, the last that is there counts. */
const fallback = (fonts: readonly string[], weights: string, width: string) =>
  `@font-face{font-family:'Alexandria Fallback';font-weight:${weights};size-adjust:${width};` +
  `src:${fonts.map((font) => `local('${font}')`).join()}}`

const sans = ['Arial', 'Liberation Sans', 'Roboto', 'Helvetica Neue']

const fallbacks = [
  fallback(['DejaVu Sans'], '100 550', '99%'),
  fallback(['DejaVu Sans Bold'], '551 900', '91%'),
  fallback(sans, '100 550', '111%'),
  fallback(
    sans.map((font) => `${font} Bold`),
    '551 900',
    '109%',
  ),
]

/** Arabic letters cost 30 KiB: on a page of another language the system sets a name in them. */
export const fontFacesFor = (language: Language): string =>
  [face(latin, latinRange), language === 'ar' ? face(arabic, arabicRange) : '', ...fallbacks].join(
    '',
  )
