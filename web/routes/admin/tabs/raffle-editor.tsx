// Creating and editing one raffle: what the shop refuses comes back into the form, asks for a
// reason, or says who was faster.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import type { AdminRaffle } from '#services/contract/admin-raffles.ts'

import { ConflictNotice } from '../../../components/admin/conflict-notice.tsx'
import { useDrawTerms, useSaveRaffle } from '../../../features/admin-raffles/api/raffles.ts'
import { RaffleDialog } from '../../../features/admin-raffles/components/raffle-dialog.tsx'
import { ReasonDialog } from '../../../features/admin-raffles/components/reason-dialog.tsx'
import type { Countersigned } from '../../../features/admin-raffles/countersigned-cancel.ts'
import {
  copyOf,
  fieldsOf,
  newRaffle,
  raffleFormData,
} from '../../../features/admin-raffles/raffle-form.ts'
import type { DrawTerms, RaffleFields } from '../../../features/admin-raffles/raffle-form.ts'
import {
  codeOf,
  fieldErrorsOf,
  forgetRefusal,
  isConflict,
  showFailure,
  showSuccess,
} from '../../../lib/admin/outcome.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { useNewestRaffle } from './newest-raffle.ts'
import { showRaffleFailure } from './raffle-failure.ts'

type Props = { raffle: AdminRaffle | null; copied?: AdminRaffle | null; onClose: () => void }
type Filled = { fields: RaffleFields; image: File | null }

export function RaffleEditor({ raffle: opened, copied = null, onClose }: Props) {
  const catalogue = useCatalogueTexts()
  const { raffles, conflict } = catalogue
  const admin = useAdminTexts()
  const save = useSaveRaffle()
  const { raffle, readAnew } = useNewestRaffle(opened, save.reset)
  const [waiting, setWaiting] = useState<Filled | null>(null)
  const picture = usePicture(copied)
  const { data: draw, error: unread } = useDrawTerms(copied?.id ?? null)
  const [openedAt] = useState(() => new Date())
  useUncopied(copied === null || draw !== undefined ? null : unread, onClose)

  const submit = ({ fields, image }: Filled, reason?: string, countersigned?: Countersigned) =>
    save.mutate(
      {
        raffle,
        form: raffleFormData(fields, {
          image,
          isNew: raffle === null,
          ...(reason !== undefined && { reason }),
          ...(countersigned !== undefined && { countersigned }),
        }),
      },
      {
        onSuccess: () => {
          showSuccess(raffle ? raffles.updated : raffles.created)
          onClose()
        },
        onError: (error) => {
          if (codeOf(error) === 'needs_reason') setWaiting({ fields, image })
          else if (isConflict(error)) setWaiting(null) // the form below says who
          else void showRaffleFailure(error, { title: admin.error, catalogue, raffle })
        },
      },
    )

  if (picture.isPending || (copied !== null && draw === undefined)) return null
  return (
    <>
      <RaffleDialog
        raffle={raffle}
        initial={initialOf({ raffle, copied, draw, now: openedAt })}
        initialImage={picture.file}
        isPending={save.isPending}
        refused={fieldErrorsOf(save.error)}
        refusal={save.error}
        conflict={<ConflictNotice error={save.error} line={conflict} onReadAnew={readAnew} />}
        onSubmit={(fields, image) => submit({ fields, image })}
        onClose={onClose}
      />
      {waiting && raffle && (
        <ReasonDialog
          kind={waiting.fields.status === 'cancelled' ? 'cancel' : 'correct'}
          raffle={raffle}
          isPending={save.isPending}
          refused={fieldErrorsOf(save.error)}
          refusal={save.error}
          onReason={(reason, countersigned) => submit(waiting, reason, countersigned)}
          onChange={() => forgetRefusal(save)}
          onClose={() => setWaiting(null)}
        />
      )}
    </>
  )
}

type Initial = Omit<Props, 'onClose'> & { draw: DrawTerms | undefined; now: Date }

function initialOf({ raffle, copied, draw, now }: Initial): RaffleFields {
  if (raffle) return fieldsOf(raffle)
  return copied && draw ? copyOf(copied, draw, now) : newRaffle(now)
}

/** How the other is drawn did not come: without it there is nothing to copy. */
function useUncopied(unread: Error | null, onClose: () => void): void {
  const { raffles } = useCatalogueTexts()
  const admin = useAdminTexts()
  const giveUp = useEffectEvent((reason: Error) => {
    showFailure(admin.error, reason, raffles.failed)
    onClose()
  })
  useEffect(() => {
    if (unread !== null) giveUp(unread)
  }, [unread])
}

/** The picture of the raffle that is copied, as if it had been chosen once more. */
function usePicture(copied: AdminRaffle | null): { isPending: boolean; file: File | null } {
  const address = copied?.image ?? null
  const { data = null, isPending } = useQuery({
    queryKey: ['picture', address],
    enabled: address !== null,
    queryFn: async ({ signal }) => {
      const response = await fetch(address ?? '', { signal })
      if (!response.ok) return null
      return new File([await response.blob()], 'picture.webp', { type: 'image/webp' })
    },
  })
  return { isPending: address !== null && isPending, file: data }
}
