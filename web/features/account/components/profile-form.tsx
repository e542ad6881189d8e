import { useState } from 'react'

import type { Account } from '#services/contract/account.ts'

import { Button } from '../../../components/button.tsx'
import { useSelfTexts } from '../../../lib/text/account-self.ts'
import { useChangeProfile } from '../api/account.ts'
import { useOutcome } from '../use-outcome.ts'
import { AccountCard } from './account-card.tsx'
import { TextField } from './text-field.tsx'

type Props = { account: Account; onChanged: (changed: Account) => void }

export function ProfileForm({ account, onChanged }: Props) {
  const texts = useSelfTexts()
  const change = useChangeProfile()
  const outcome = useOutcome()
  const [fullName, setFullName] = useState(account.fullName ?? '')
  const [email, setEmail] = useState(account.email ?? '')
  const save = () =>
    change.mutate(
      { fullName, email: email.trim() || null },
      {
        onSuccess: (changed) => {
          onChanged(changed)
          outcome.onSuccess()
        },
        onError: outcome.onError,
      },
    )
  return (
    <AccountCard title={texts.profile} onSubmit={save}>
      <TextField label={texts.name} value={fullName} onText={setFullName} autoComplete="name" />
      <TextField
        label={texts.email}
        type="email"
        value={email}
        onText={setEmail}
        autoComplete="email"
      />
      <Button type="submit" alignSelf="flex-start" disabled={change.isPending}>
        {texts.save}
      </Button>
    </AccountCard>
  )
}
