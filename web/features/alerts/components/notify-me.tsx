import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent } from 'react'

import { Button } from '../../../components/button.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { Input } from '../../../components/input.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { useAlertTexts } from '../../../lib/text/alerts.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useAskForAlert } from '../api/alerts.ts'

type Props = { raffleId: string; waitsFor: 'opens' | 'tickets'; isSignedIn: boolean }

/** One tap for who is signed in: his number is known, and asking is his consent. */
export function NotifyMe({ raffleId, waitsFor, isSignedIn }: Props) {
  const texts = useAlertTexts()
  const language = useLanguage()
  const ask = useAskForAlert(raffleId)
  const [phone, setPhone] = useState('')
  const [hasConsent, setConsent] = useState(false)
  const [isIncomplete, setIncomplete] = useState(false)

  if (ask.isSuccess) return <Noted />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSignedIn && !hasConsent) return setIncomplete(true)
    ask.mutate({ consent: true, language, ...(!isSignedIn && { phone }) })
  }
  const missing = isIncomplete && !hasConsent ? texts.consentMissing : null
  const wrong = ask.isError ? sentenceOf(ask.error, texts.failed) : null
  return (
    <chakra.form onSubmit={submit} noValidate display="grid" gap="3" textAlign="start">
      <Box>
        <Text fontWeight="bold">{texts.title[waitsFor]}</Text>
        <Text fontSize="sm" color="fg.soft">
          {texts.hint}
        </Text>
      </Box>
      {!isSignedIn && (
        <>
          <PhoneInput phone={phone} error={wrong} onPhone={setPhone} />
          <Consent isGiven={hasConsent} error={missing} onGiven={setConsent} />
        </>
      )}
      {isSignedIn && wrong && (
        <Text role="alert" fontSize="sm" color="pomegranate.fg">
          {wrong}
        </Text>
      )}
      <Button type="submit" variant="outline" disabled={ask.isPending}>
        <BellRing size={18} aria-hidden />
        {texts.ask}
      </Button>
    </chakra.form>
  )
}

type PhoneProps = { phone: string; error: string | null; onPhone: (phone: string) => void }

function PhoneInput({ phone, error, onPhone }: PhoneProps) {
  const texts = useAlertTexts()
  return (
    <FormField label={texts.phone} error={error}>
      {(field) => (
        <Input
          {...field}
          type="tel"
          dir="ltr"
          autoComplete="tel"
          placeholder="70 123 456"
          value={phone}
          onChange={({ target }) => onPhone(target.value)}
        />
      )}
    </FormField>
  )
}

type ConsentProps = { isGiven: boolean; error: string | null; onGiven: (is: boolean) => void }

function Consent({ isGiven, error, onGiven }: ConsentProps) {
  const texts = useAlertTexts()
  return (
    <Box>
      <chakra.label display="flex" alignItems="center" gap="3" minH="target" cursor="pointer">
        <chakra.input
          type="checkbox"
          checked={isGiven}
          onChange={({ target }) => onGiven(target.checked)}
          accentColor="cedar.solid"
          boxSize="20px"
          flexShrink={0}
        />
        <chakra.span fontSize="sm">{texts.consent}</chakra.span>
      </chakra.label>
      {error && (
        <Text role="alert" fontSize="xs" color="pomegranate.fg">
          {error}
        </Text>
      )}
    </Box>
  )
}

function Noted() {
  const texts = useAlertTexts()
  return (
    <Flex role="status" gap="3" align="flex-start" bg="cedar.subtle" p="4" borderRadius="control">
      <Box asChild color="cedar.fg" flexShrink={0} mt="1">
        <BellRing size={18} aria-hidden />
      </Box>
      <Box>
        <Text fontWeight="bold">{texts.asked}</Text>
        <Text fontSize="sm" color="fg.soft">
          {texts.askedHint}
        </Text>
      </Box>
    </Flex>
  )
}
