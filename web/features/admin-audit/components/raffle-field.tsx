import { SelectField } from '../../../components/admin/fields.tsx'
import { refusalOf } from '../../../lib/admin/outcome.ts'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useRaffleChoices } from '../api/audit.ts'

type Props = { raffleId: string; onRaffle: (raffleId: string) => void; error?: string | null }

export function RaffleField({ raffleId, onRaffle, error = null }: Props) {
  const { ticket: text } = useAdminAuditTexts()
  const { data: raffles = [], error: why } = useRaffleChoices()
  // None to choose from is not the same as none there.
  const unread = why !== null && raffles.length === 0 ? (refusalOf(why) ?? text.noChoices) : null
  return (
    <SelectField
      label={text.raffle}
      name="raffleId"
      value={raffleId}
      onChange={onRaffle}
      error={error ?? unread}
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
