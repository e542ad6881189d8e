import { Text } from '@chakra-ui/react'
import { useState } from 'react'

import type { Account } from '#services/contract/account.ts'

import { Button } from '../../../components/button.tsx'
import { lebanesePhone, readablePhone } from '../../../lib/phone.ts'
import { useSelfTexts } from '../../../lib/text/account-self.ts'
import { useChangePhone, useSendPhoneCodes } from '../api/account.ts'
import { useOutcome } from '../use-outcome.ts'
import { useProof } from '../use-proof.tsx'
import { AccountCard } from './account-card.tsx'
import { SmsCodeField } from './sms-code-field.tsx'
import { TextField } from './text-field.tsx'

type Props = { account: Account; onChanged: (changed: Account) => void }

/** First the new number, then the two codes. */
export function PhoneForm({ account, onChanged }: Props) {
  const texts = useSelfTexts()
  const outcome = useOutcome(texts.changed)
  const proof = useProof()
  const sendCodes = useSendPhoneCodes()
  const change = useChangePhone()
  const [typed, setTyped] = useState('')
  const [codes, setCodes] = useState({ currentCode: '', newCode: '' })
  const phone = lebanesePhone(typed)
  const isSent = sendCodes.isSuccess

  const submit = () => {
    if (!isSent) return sendCodes.mutate(phone, { onError: outcome.onError })
    change.mutate(
      { phone, ...codes },
      {
        onSuccess: (changed) => {
          onChanged(changed)
          outcome.onSuccess()
          sendCodes.reset()
          setTyped('')
          setCodes({ currentCode: '', newCode: '' })
        },
        onError: (error) => {
          if (!proof.isAskedBy(error, submit)) outcome.onError(error)
        },
      },
    )
  }

  return (
    <AccountCard title={texts.number} hint={texts.numberHint} onSubmit={submit}>
      <Text fontWeight="bold">
        <bdi>{readablePhone(account.phone)}</bdi>
      </Text>
      {isSent ? (
        <>
          <SmsCodeField
            label={texts.codeTo(readablePhone(account.phone))}
            code={codes.currentCode}
            onCode={(currentCode) => setCodes({ ...codes, currentCode })}
          />
          <SmsCodeField
            label={texts.codeTo(readablePhone(phone))}
            code={codes.newCode}
            onCode={(newCode) => setCodes({ ...codes, newCode })}
          />
        </>
      ) : (
        <TextField
          label={texts.newNumber}
          type="tel"
          inputMode="tel"
          dir="ltr"
          value={typed}
          onText={setTyped}
        />
      )}
      <Button
        type="submit"
        variant="outline"
        alignSelf="flex-start"
        disabled={sendCodes.isPending || change.isPending || phone === ''}
      >
        {isSent ? texts.change : texts.sendCodes}
      </Button>
      {proof.dialog}
    </AccountCard>
  )
}
