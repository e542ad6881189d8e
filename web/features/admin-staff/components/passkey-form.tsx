import { PasskeyNameForm } from '../../../components/second-factor/passkey-name-form.tsx'
import { sentenceOf } from '../../../lib/http.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useAddPasskey } from '../api/security.ts'

type Props = { account: string; onAdded: () => void }

export function PasskeyForm({ account, onAdded }: Props) {
  const text = useFactorTexts()
  const add = useAddPasskey(account)
  return (
    <PasskeyNameForm
      error={add.error ? sentenceOf(add.error, text.failed) : null}
      isPending={add.isPending}
      onName={(name) => add.mutate(name, { onSuccess: onAdded })}
    />
  )
}
