import type { ComponentProps } from 'react'

import type { StaffSecurity } from '#services/contract/staff-security.ts'

import { PasskeyNameForm } from '../../../components/second-factor/passkey-name-form.tsx'
import { TotpSetup } from '../../../components/second-factor/totp-setup.tsx'
import { useAddPasskey, useBeginTotp, useConfirmTotp, useFirstPasskey } from '../api/security.ts'

type AppProps = Pick<ComponentProps<typeof TotpSetup>, 'onCodes'>

export const StaffAppSetup = ({ onCodes }: AppProps) => (
  <TotpSetup begin={useBeginTotp()} confirm={useConfirmTotp()} onCodes={onCodes} />
)

type PasskeyProps = { account: string; onAdded: (now: StaffSecurity) => void }

export const StaffPasskeySetup = ({ account, onAdded }: PasskeyProps) => (
  <PasskeyNameForm add={useAddPasskey(account)} onAdded={onAdded} />
)

export const StaffFirstPasskey = ({ account, onAdded }: PasskeyProps) => (
  <PasskeyNameForm add={useFirstPasskey(account)} onAdded={onAdded} />
)
