import type { StaffSecurity } from '#services/contract/staff-security.ts'

import { ProveForm } from '../../../components/second-factor/prove-form.tsx'
import { useProveByCode, useProveByPasskey } from '../api/security.ts'

type Props = { security: StaffSecurity; onProven: () => void }

export const StaffProveForm = ({ security, onProven }: Props) => (
  <ProveForm
    factors={security}
    byCode={useProveByCode()}
    byPasskey={useProveByPasskey()}
    onProven={onProven}
  />
)
