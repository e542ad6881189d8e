import type { Passkey } from '#services/contract/second-factor.ts'

import { hasPasskeys } from '../../lib/passkey-browser.ts'

export type Factors = {
  hasTotp: boolean
  passkeys: readonly Passkey[]
  recoveryCodesLeft: number
}

/** Which proofs this person can give in this browser. */
export const waysOf = ({ hasTotp, passkeys, recoveryCodesLeft }: Factors) => ({
  hasCode: hasTotp || recoveryCodesLeft > 0,
  hasPasskey: passkeys.length > 0 && hasPasskeys(),
})
