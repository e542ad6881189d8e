import { Text } from '@chakra-ui/react'
import { useState } from 'react'

import { Button } from '../../../components/button.tsx'
import { useSelfTexts } from '../../../lib/text/account-self.ts'
import { useEraseAccount, useSendErasureCode } from '../api/account.ts'
import { useOutcome } from '../use-outcome.ts'
import { useProof } from '../use-proof.tsx'
import { AccountCard } from './account-card.tsx'
import { CheckField } from './check-field.tsx'
import { SmsCodeField } from './sms-code-field.tsx'

/** Everything to take away, and the way out. */
export function DataCard({ onErased }: { onErased: () => void }) {
  const texts = useSelfTexts()
  const outcome = useOutcome(texts.erased)
  const proof = useProof()
  const sendCode = useSendErasureCode()
  const erase = useEraseAccount()
  const [code, setCode] = useState('')
  const [giveUpTickets, setGiveUpTickets] = useState(false)

  const submit = () => {
    if (!sendCode.isSuccess) return sendCode.mutate(undefined, { onError: outcome.onError })
    erase.mutate(
      { code, giveUpTickets },
      {
        onSuccess: () => {
          outcome.onSuccess()
          onErased()
        },
        onError: (error) => {
          if (!proof.isAskedBy(error, submit)) outcome.onError(error)
        },
      },
    )
  }

  return (
    <AccountCard title={texts.data} onSubmit={submit}>
      <Button asChild variant="outline" alignSelf="flex-start">
        <a href="/api/account/data" download="my-data.json">
          {texts.download}
        </a>
      </Button>
      <Text fontWeight="bold" mt="2">
        {texts.erase}
      </Text>
      <Text fontSize="sm" color="fg.soft">
        {texts.eraseHint}
      </Text>
      <CheckField label={texts.giveUp} isChecked={giveUpTickets} onCheck={setGiveUpTickets} />
      {sendCode.isSuccess && <SmsCodeField label={texts.code} code={code} onCode={setCode} />}
      <Button
        type="submit"
        variant="outline"
        alignSelf="flex-start"
        color="pomegranate.fg"
        disabled={sendCode.isPending || erase.isPending}
      >
        {sendCode.isSuccess ? texts.eraseNow : texts.sendCode}
      </Button>
      {proof.dialog}
    </AccountCard>
  )
}
