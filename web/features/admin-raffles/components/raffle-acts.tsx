import { chakra, Flex } from '@chakra-ui/react'
import {
  Ban,
  CalendarPlus,
  CopyPlus,
  Download,
  Eye,
  Pencil,
  ScrollText,
  Trash2,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'

import type { AdminRaffle } from '#services/contract/admin-raffles.ts'

import { Button } from '../../../components/button.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { TrailLink } from '../../../components/admin/trail-link.tsx'
import { useSettings } from '../../../lib/page.tsx'
import { paths } from '../../../lib/paths.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { isCancellable, isExtendable } from '../raffle-offers.ts'

export type MoreAct = 'export' | 'edit' | 'extend' | 'copy' | 'cancel' | 'delete'

type Props = {
  raffle: AdminRaffle
  mayChange: boolean
  mayExport: boolean
  mayReadTrail: boolean
  onAct: (act: MoreAct) => void
  onClose: () => void
}

/** All that this person may do with one raffle, where it stands now. */
export function RaffleActs({ raffle, onAct, onClose, ...rights }: Props) {
  const { mayChange, mayExport, mayReadTrail } = rights
  const { raffles } = useCatalogueTexts()
  const admin = useAdminTexts()
  const { host } = useSettings()
  const acts: [MoreAct, string, LucideIcon, boolean][] = [
    ['edit', admin.edit, Pencil, mayChange],
    ['export', raffles.export, Download, mayExport],
    ['extend', raffles.extend, CalendarPlus, mayChange && isExtendable(raffle.phase)],
    ['copy', raffles.copy, CopyPlus, mayChange],
    ['cancel', raffles.cancelRaffle, Ban, mayChange && isCancellable(raffle.phase)],
    ['delete', admin.delete, Trash2, mayChange],
  ]
  return (
    <Modal title={raffle.name} lead={raffle.raffleNumber} width="small" onClose={onClose}>
      <Flex direction="column" gap="1">
        <Button asChild {...entry}>
          <Link to={paths.raffle(raffle.id)} reloadDocument={host === 'staff'}>
            <Eye size={18} aria-hidden />
            {raffles.view}
          </Link>
        </Button>
        {mayReadTrail && (
          <Button asChild {...entry}>
            <TrailLink kind="raffle" id={raffle.id}>
              <ScrollText size={18} aria-hidden />
              {admin.menu.audit}
            </TrailLink>
          </Button>
        )}
        {acts
          .filter(([, , , isPossible]) => isPossible)
          .map(([act, label, Icon]) => (
            <Button
              key={act}
              {...entry}
              color={act === 'cancel' || act === 'delete' ? 'pomegranate.fg' : 'fg'}
              onClick={() => onAct(act)}
            >
              <Icon size={18} aria-hidden />
              <chakra.span>{label}</chakra.span>
            </Button>
          ))}
      </Flex>
    </Modal>
  )
}

const entry = {
  variant: 'ghost',
  justifyContent: 'flex-start',
  gap: '3',
  px: '3',
  minH: 'target',
} as const
