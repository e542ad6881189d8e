import { chakra, Text } from '@chakra-ui/react'

import { NumberField } from '../../../components/admin/fields.tsx'
import { EmptyState } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { isAnything, isId } from '../../../lib/admin/in-address.ts'
import { refusalOf } from '../../../lib/admin/outcome.ts'
import { useInAddress } from '../../../lib/admin/use-in-address.ts'
import { ApiError } from '../../../lib/http.ts'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useWalkTicket } from '../api/audit.ts'
import { RaffleField } from './raffle-field.tsx'
import { WalkCard } from './walk-card.tsx'

const usual = { raffle: '', number: '' }
const known = { raffle: isId, number: isAnything }

export function TicketView({ mayOpenOrders }: { mayOpenOrders: boolean }) {
  const { ticket: text } = useAdminAuditTexts()
  const walk = useWalkTicket()
  const [{ raffle: raffleId, number }, choose] = useInAddress(usual, known)
  const isNone = walk.error instanceof ApiError && walk.error.status === 404
  const failed = isNone ? text.none : (refusalOf(walk.error) ?? text.failed)
  return (
    <>
      <Text color="fg.soft" mb="4">
        {text.lead}
      </Text>
      <chakra.form
        noValidate
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: '1fr', md: '1fr 200px auto' }}
        alignItems="end"
        maxW="reading"
        mb="5"
        onSubmit={(event) => {
          event.preventDefault()
          walk.mutate({ raffleId, number })
        }}
      >
        <RaffleField raffleId={raffleId} onRaffle={(raffle) => choose({ raffle })} />
        <NumberField
          label={text.number}
          name="number"
          value={number}
          onChange={(typed) => choose({ number: typed })}
          min={1}
        />
        <Button
          type="submit"
          disabled={walk.isPending || raffleId === '' || !/^\d{1,9}$/.test(number)}
        >
          {text.find}
        </Button>
      </chakra.form>
      <div aria-live="polite">
        {walk.error && <EmptyState line={failed} />}
        {walk.data && <WalkCard walk={walk.data} mayOpenOrder={mayOpenOrders} />}
      </div>
    </>
  )
}
