import { chakra } from '@chakra-ui/react'
import { MessageCircle } from 'lucide-react'

import { chatLink } from '../../../lib/contact-links.ts'
import { useSettings } from '../../../lib/page.tsx'
import { useTexts } from '../../../lib/text/text.tsx'

/** The same help in the same place on every page. */
export function ChatButton({ isRaised }: { isRaised: boolean }) {
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
      insetInlineEnd={{ base: '4', md: '6' }}
      bottom={{
        base: `calc(${isRaised ? '96px' : '16px'} + env(safe-area-inset-bottom))`,
        lg: '24px',
      }}
      boxSize="56px"
      display="grid"
      placeItems="center"
      borderRadius="full"
      bg="cedar.solid"
      color="cedar.on"
      boxShadow="raised"
      _hover={{ bg: 'cedar.hover' }}
    >
      <MessageCircle size={24} aria-hidden />
    </chakra.a>
  )
}
