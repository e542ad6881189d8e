import { sentenceOf } from '../../lib/http.ts'
import { useFactorTexts } from '../../lib/text/factors.ts'
import type { Act } from './act.ts'
import { ProofForm } from './proof-form.tsx'
import { waysOf } from './ways.ts'
import type { Factors } from './ways.ts'

type Props = {
  factors: Factors
  byCode: Act<string>
  byPasskey: Act<void>
  onProven: () => void
}

/** Who is signed in gives one of his second factors once more. */
export function ProveForm({ factors, byCode, byPasskey, onProven }: Props) {
  const text = useFactorTexts()
  const error = byCode.error ?? byPasskey.error
  return (
    <ProofForm
      {...waysOf(factors)}
      error={error ? sentenceOf(error, text.failed) : null}
      isPending={byCode.isPending || byPasskey.isPending}
      onCode={(code, refused) => {
        byPasskey.reset()
        byCode.mutate(code, { onSuccess: onProven, onError: refused })
      }}
      onPasskey={() => {
        byCode.reset()
        byPasskey.mutate(undefined, { onSuccess: onProven })
      }}
    />
  )
}
