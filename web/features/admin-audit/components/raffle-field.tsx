import { SelectField } from '../../../components/admin/fields.tsx'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useRaffleChoices } from '../api/audit.ts'

type Props = { raffleId: string; onRaffle: (raffleId: string) => void; error?: string | null }

export function RaffleField({ raffleId, onRaffle, error = null }: Props) {
  const { ticket: text } = useAdminAuditTexts()
  const { data: raffles = [] } = useRaffleChoices()
  return (
    <SelectField
      label={text.raffle}
      name="raffleId"
      value={raffleId}
      onChange={onRaffle}
      error={error}
    >
      <option value="">{text.choose}</option>
      {raffles.map(({ id, name, raffleNumber }) => (
        <option key={id} value={id}>
          {`${raffleNumber} · ${name}`}
        </option>
      ))}
    </SelectField>
  )
}
