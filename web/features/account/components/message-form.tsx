import type { Account } from '#services/contract/account.ts'

import { useSelfTexts } from '../../../lib/text/account-self.ts'
import { useChooseMessages } from '../api/account.ts'
import { useOutcome } from '../use-outcome.ts'
import { AccountCard } from './account-card.tsx'
import { CheckField } from './check-field.tsx'

/** Each tick is saved as it is made. */
export function MessageForm({ account: { messages } }: { account: Account }) {
  const texts = useSelfTexts()
  const outcome = useOutcome()
  const choose = useChooseMessages()
  return (
    <AccountCard title={texts.messages}>
      {(['receipts', 'drawNews', 'offers'] as const).map((kind) => (
        <CheckField
          key={kind}
          label={texts[kind]}
          isChecked={messages[kind]}
          onCheck={(isChecked) => choose.mutate({ ...messages, [kind]: isChecked }, outcome)}
        />
      ))}
    </AccountCard>
  )
}
