import { Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { Button } from '../../../components/button.tsx'
import type { Act } from '../../../components/second-factor/act.ts'
import { FactorForm } from '../../../components/second-factor/factor-form.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { useSelfTexts } from '../../../lib/text/account-self.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useSendProofCode } from '../api/security.ts'
import { SmsCodeField } from './sms-code-field.tsx'

const DIGITS = 6

type Props = { byCode: Act<string>; onProven: () => void }

/** Of who has no second factor: a code to the number he signs in with. */
export function SmsProof({ byCode, onProven }: Props) {
  const text = useFactorTexts()
  const texts = useSelfTexts()
  const send = useSendProofCode()
  const [code, setCode] = useState('')
  const error = send.error ?? byCode.error
  const submit = () => {
    if (!send.isSuccess) return send.mutate()
    byCode.mutate(code, { onSuccess: onProven, onError: () => setCode('') })
  }
  return (
    <FactorForm onSubmit={submit}>
      {send.isSuccess ? (
        <SmsCodeField label={texts.code} code={code} onCode={setCode} />
      ) : (
        <Text>{texts.smsProof}</Text>
      )}
      {error && (
        <Flex role="alert" color="pomegranate.fg" fontSize="sm">
          {sentenceOf(error, text.failed)}
        </Flex>
      )}
      <Button
        type="submit"
        disabled={send.isPending || byCode.isPending || (send.isSuccess && code.length < DIGITS)}
      >
        {send.isSuccess ? text.confirm : texts.sendCode}
      </Button>
    </FactorForm>
  )
}
