import type { ReactNode } from 'react'

import { useLanguage } from '../../lib/text/text.tsx'
import type { Language } from '../../lib/text/text.tsx'

/** Those of Arabic are turned by the direction of the text around them; French ones stand apart. */
const marks: Record<Language, readonly [opens: string, closes: string]> = {
  en: ['“', '”'],
  ar: ['«', '»'],
  fr: ['«\u00a0', '\u00a0»'],
}

/** Somebody's own words: in the marks of the page's language, and in their own direction. */
export function Quoted({ children }: { children: ReactNode }) {
  const [opens, closes] = marks[useLanguage()]
  return (
    <>
      {opens}
      <bdi>{children}</bdi>
      {closes}
    </>
  )
}
