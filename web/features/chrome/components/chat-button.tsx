import { chakra } from '@chakra-ui/react'
import { MessageCircle } from 'lucide-react'

import { chatLink } from '../../../lib/contact-links.ts'
import { useSettings } from '../../../lib/page.tsx'
import { useTexts } from '../../../lib/text/text.tsx'

const aboveBuyBar = {
  'body:has(#buy-bar) &': { bottom: { base: 'calc(96px + env(safe-area-inset-bottom))', lg: '6' } },
}

/**
 * The same help in the same place on every page. On a phone it is a tab at the edge, as wide as
 * the margin of a card: it covers no text, and a thumb finds more of it than is drawn.
 */
export function ChatButton() {
  const text = useTexts()
  const settings = useSettings()
  return (
    <chakra.a
      href={chatLink(settings)}
      target="_blank"
      rel="noreferrer"
      aria-label={text.footer.chat}
      position="fixed"
      zIndex="float"
      insetInlineEnd={{ base: '0', md: '6' }}
      bottom={{ base: 'calc(16px + env(safe-area-inset-bottom))', lg: '6' }}
      css={aboveBuyBar}
      width={{ base: '28px', md: '56px' }}
      height="56px"
      display="grid"
      placeItems="center"
      borderStartRadius={{ base: 'control', md: 'full' }}
      borderEndRadius={{ md: 'full' }}
      bg="cedar.solid"
      color="cedar.on"
      boxShadow="raised"
      _hover={{ bg: 'cedar.hover' }}
      _before={{ content: '""', position: 'absolute', insetBlock: '0', insetInline: '-16px 0' }}
    >
      <MessageCircle size={20} aria-hidden />
    </chakra.a>
  )
}
