import { Box, chakra, QrCode, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { useFactorTexts } from '../../lib/text/factors.ts'
import { Button } from '../button.tsx'
import { CodeField } from './code-field.tsx'
import { FactorForm } from './factor-form.tsx'

type Props = {
  secret: string
  uri: string
  error: string | null
  isPending: boolean
  /** The code is typed anew after one that was refused. */
  onCode: (code: string, refused: () => void) => void
}

/** The secret as a picture and as text, then its first code. */
export function TotpForm({ secret, uri, error, isPending, onCode }: Props) {
  const text = useFactorTexts()
  const [code, setCode] = useState('')
  return (
    <FactorForm error={error} onSubmit={() => onCode(code, () => setCode(''))}>
      <Text>{text.scan}</Text>
      <SecretPicture uri={uri} label={text.picture} />
      <Box fontSize="sm">
        <Text color="fg.soft">{text.byHand}</Text>
        <chakra.code dir="ltr" display="block" mt="1" fontFamily="serial" letterSpacing="serial">
          {(secret.match(/.{1,4}/g) ?? []).join(' ')}
        </chakra.code>
      </Box>
      <CodeField label={text.sixDigits} code={code} onCode={setCode} error={error} />
      <Button type="submit" disabled={isPending || code.trim().length < 6}>
        {text.confirm}
      </Button>
    </FactorForm>
  )
}

/** Dark on light whatever the page's colours are: cameras read it so. */
function SecretPicture({ uri, label }: { uri: string; label: string }) {
  return (
    <Box bg="plate.paper" color="plate.nightDeep" p="4" borderRadius="control" mx="auto">
      <QrCode.Root value={uri} unstyled encoding={{ ecc: 'M' }}>
        <QrCode.Frame
          unstyled
          role="img"
          aria-label={label}
          width="200px"
          height="200px"
          fill="currentColor"
          display="block"
        >
          <QrCode.Pattern unstyled />
        </QrCode.Frame>
      </QrCode.Root>
    </Box>
  )
}
