// Who hears of this visit. Without a marketing tag the shop counts by itself, without a cookie and
// without a name; with one nobody hears anything before the visitor has said yes.
import { chakra, Flex, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'

import { Button } from '../../components/button.tsx'
import * as adapters from '../../lib/analytics/adapters.ts'
import { keepConsent, readConsent } from '../../lib/analytics/consent.ts'
import type { Consent } from '../../lib/analytics/consent.ts'
import { deafen, listen } from '../../lib/analytics/track.ts'
import { useSettings } from '../../lib/page.tsx'
import { useConsentTexts } from '../../lib/text/consent.ts'

/** In browsers only: it is loaded after the page. */
export function ConsentBanner() {
  const { gaMeasurementId } = useSettings()
  const [consent, setConsent] = useState<Consent | null>(() => readConsent(Date.now()))
  useEffect(() => hear(gaMeasurementId, consent), [gaMeasurementId, consent])

  if (gaMeasurementId === null || consent !== null) return null
  const answer = (choice: Consent) => {
    keepConsent(choice, Date.now())
    setConsent(choice)
  }
  return <Question onAnswer={answer} />
}

function hear(measurementId: string | null, consent: Consent | null): void {
  if (measurementId === null) return listen(adapters.all(adapters.dataLayer, adapters.shopCounter))
  if (consent === null) return
  if (consent === 'denied') return deafen()
  adapters.denyByDefault()
  listen(adapters.all(adapters.openGoogleTag(measurementId), adapters.shopCounter))
}

function Question({ onAnswer }: { onAnswer: (choice: Consent) => void }) {
  const text = useConsentTexts()
  return (
    <chakra.section
      aria-label={text.title}
      position="fixed"
      zIndex="bar"
      bottom={{ base: '0', md: '4' }}
      insetInlineStart={{ base: '0', md: '4' }}
      width={{ base: 'full', md: '440px' }}
      bg="bg.raised"
      borderWidth="1px"
      borderRadius={{ base: '0', md: 'ticket' }}
      boxShadow="raised"
      p="4"
      pe={{ base: '12', md: '4' }} // help stands at the edge of a phone
    >
      <Text fontWeight="bold">{text.title}</Text>
      <Text mt="1" fontSize="sm" color="fg.soft">
        {text.text}
      </Text>
      <Flex mt="3" gap="3">
        <Button flex="1" variant="outline" onClick={() => onAnswer('denied')}>
          {text.refuse}
        </Button>
        <Button flex="1" variant="outline" onClick={() => onAnswer('granted')}>
          {text.accept}
        </Button>
      </Flex>
    </chakra.section>
  )
}
