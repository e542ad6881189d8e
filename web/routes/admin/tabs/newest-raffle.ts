// Somebody else was faster: the act is about what stands now, once that was read.
import { useState } from 'react'

import type { AdminRaffle } from '#services/contract/admin-raffles.ts'

import { readRaffle } from '../../../features/admin-raffles/api/raffles.ts'
import { showFailure } from '../../../lib/admin/outcome.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'

/** `opened` null: a new one, of which nothing stands yet. */
export function useNewestRaffle<Opened extends AdminRaffle | null>(
  opened: Opened,
  onRead: () => void,
) {
  const { raffles } = useCatalogueTexts()
  const admin = useAdminTexts()
  const [raffle, setRaffle] = useState<AdminRaffle | Opened>(opened)
  const takeUp = async () => {
    if (raffle) setRaffle(await readRaffle(raffle.id))
    onRead()
  }
  const readAnew = () =>
    void takeUp().catch((error: unknown) => showFailure(admin.error, error, raffles.failed))
  return { raffle, readAnew }
}
