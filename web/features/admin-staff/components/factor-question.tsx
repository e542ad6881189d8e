import { ConfirmDialog } from '../../../components/admin/confirm-dialog.tsx'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import type { FactorTexts } from '../../../lib/text/factors-en.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'

/** Codes: new ones are made, and those of before go. */
export type AskedFactor =
  | { kind: 'app' }
  | { kind: 'passkey'; id: string; name: string }
  | { kind: 'codes' }

type Props = {
  asked: AskedFactor
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** One press is not enough to lose what opens the door. */
export function FactorQuestion({ asked, ...props }: Props) {
  const { security } = useAdminStaffTexts()
  const text = useFactorTexts()
  const admin = useAdminTexts()
  return (
    <ConfirmDialog
      title={titleOf(asked, text)}
      question={security.questions[asked.kind]}
      label={asked.kind === 'codes' ? text.renew : text.remove}
      pendingLabel={admin.saving}
      {...props}
    />
  )
}

function titleOf(asked: AskedFactor, text: FactorTexts): string {
  switch (asked.kind) {
    case 'app':
      return text.totp
    case 'passkey':
      return text.removePasskey(asked.name)
    case 'codes':
      return text.recovery
  }
}
