import { Box, chakra, QrCode, Text } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'

import { ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useBeginTotp, useConfirmTotp } from '../api/security.ts'
import { CodeField } from './code-field.tsx'

/** The secret as a picture and as text, then its first code. */
export function TotpSetup({ onCodes }: { onCodes: (recoveryCodes: string[]) => void }) {
  const { enrol: text, prove } = useAdminStaffTexts()
  const begin = useBeginTotp()
  const confirm = useConfirmTotp()
  const [code, setCode] = useState('')
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    begin.mutate()
  }, [begin])

  if (begin.error) return <Text role="alert">{sentenceOf(begin.error, prove.failed)}</Text>
  if (!begin.data) return <ListSpinner />
  const { secret, uri } = begin.data
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="4"
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate(code, {
          onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
          onError: () => setCode(''),
        })
      }}
    >
      <Text>{text.scan}</Text>
      <SecretPicture uri={uri} label={text.picture} />
      <Box fontSize="sm">
        <Text color="fg.soft">{text.byHand}</Text>
        <chakra.code
          dir="ltr"
          display="block"
          mt="1"
          fontFamily="serial"
          letterSpacing="serial"
          wordBreak="break-all"
        >
          {(secret.match(/.{1,4}/g) ?? []).join(' ')}
        </chakra.code>
      </Box>
      <CodeField
        label={text.code}
        code={code}
        onCode={setCode}
        error={confirm.error ? sentenceOf(confirm.error, prove.failed) : null}
      />
      <Button type="submit" disabled={confirm.isPending || code.trim().length < 6}>
        {text.confirm}
      </Button>
    </chakra.form>
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
