import { chakra, Flex } from '@chakra-ui/react'
import type { MouseEvent } from 'react'

import { languages, useLanguage, useTexts } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'

/** Each in its own words, so that who cannot read the others finds it. */
const ownNames: Record<Language, string> = { en: 'English', ar: 'العربية', fr: 'Français' }

/** Links to whichever page this is: the server writes it anew, and a cookie keeps the choice. */
export function LanguageSwitch({ color = 'inherit' }: { color?: string }) {
  const text = useTexts()
  const current = useLanguage()
  return (
    <Flex as="nav" aria-label={text.nav.language} gap="1" wrap="wrap">
      {languages.map((language) => (
        <chakra.a
          key={language}
          href={`?lang=${language}`}
          lang={language}
          hrefLang={language}
          translate="no"
          aria-current={language === current ? 'true' : undefined}
          onClick={(event) => keepQuery(event, language)}
          display="inline-flex"
          alignItems="center"
          minH="target"
          px="2"
          fontSize="sm"
          // Two words in Arabic letters are not worth their font.
          fontFamily={language === 'ar' && current !== 'ar' ? 'system-ui, sans-serif' : undefined}
          fontWeight={language === current ? 'bold' : 'normal'}
          color={color}
          textDecoration={language === current ? 'underline' : 'none'}
          textUnderlineOffset="4px"
          _hover={{ textDecoration: 'underline' }}
        >
          {ownNames[language]}
        </chakra.a>
      ))}
    </Flex>
  )
}

/** A page's own question (`?orderId=…`) goes along; the server's copy of a page has none. */
function keepQuery(event: MouseEvent, language: Language): void {
  event.preventDefault()
  const url = new URL(location.href)
  url.searchParams.set('lang', language)
  location.assign(url)
}
