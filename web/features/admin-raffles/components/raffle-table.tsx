import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import type { AdminRaffle } from '#services/contract/admin-raffles.ts'

import { DataTable } from '../../../components/admin/data-table.tsx'
import type { Column } from '../../../components/admin/data-table.tsx'
import { IconButton } from '../../../components/admin/icon-button.tsx'
import { MiniBar } from '../../../components/admin/mini-bar.tsx'
import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { Thumb } from '../../../components/admin/thumb.tsx'
import { Worth } from '../../../components/money.tsx'
import { dayOf } from '../../../lib/day.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { useLanguage } from '../../../lib/text/text.tsx'

export type RaffleAct = 'export' | 'edit' | 'delete' | 'more'

type Offered = { mayChange: boolean; mayExport: boolean }
type Props = Offered & {
  rows: readonly AdminRaffle[]
  onAct: (act: RaffleAct, raffle: AdminRaffle) => void
}

export function RaffleTable({ rows, onAct, ...offered }: Props) {
  const { raffles } = useCatalogueTexts()
  const admin = useAdminTexts()
  const columns: Column<AdminRaffle>[] = [
    {
      key: 'image',
      header: raffles.columns.image,
      onPhone: 'hidden',
      cell: ({ id, image }) => <Thumb seed={id} image={image} />,
    },
    {
      key: 'name',
      header: raffles.columns.name,
      onPhone: 'bare',
      cell: (raffle) => <RaffleName raffle={raffle} />,
    },
    {
      key: 'prize',
      header: raffles.columns.prize,
      align: 'end',
      cell: ({ value }) => <Worth amount={value} />,
    },
    { key: 'dates', header: raffles.columns.dates, cell: (raffle) => <Dates raffle={raffle} /> },
    {
      key: 'tickets',
      header: raffles.columns.tickets,
      cell: (raffle) => <Tickets raffle={raffle} />,
    },
    {
      key: 'status',
      header: raffles.columns.status,
      cell: (raffle) => <Status raffle={raffle} />,
    },
    {
      key: 'actions',
      header: admin.actions,
      align: 'end',
      onPhone: 'bare',
      cell: (raffle) => <Acts raffle={raffle} onAct={onAct} {...offered} />,
    },
  ]
  return (
    <DataTable
      caption={raffles.title}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      onRow={(raffle) => onAct(offered.mayChange ? 'edit' : 'more', raffle)}
    />
  )
}

function RaffleName({ raffle }: { raffle: AdminRaffle }) {
  return (
    <Flex gap="3" align="center">
      <Box hideFrom="md">
        <Thumb seed={raffle.id} image={raffle.image} />
      </Box>
      <Box minW="0">
        <Text fontWeight="bold" lineHeight="snug" overflowWrap="anywhere">
          {raffle.name}
        </Text>
        <chakra.bdi fontFamily="serial" fontSize="micro" color="fg.muted">
          {raffle.raffleNumber}
        </chakra.bdi>
      </Box>
    </Flex>
  )
}

function Dates({ raffle }: { raffle: AdminRaffle }) {
  const language = useLanguage()
  return (
    <Box fontSize="sm" css={{ '& time': { whiteSpace: 'nowrap' } }}>
      <time dateTime={raffle.startsAt}>{dayOf(raffle.startsAt, language)}</time>
      {' – '}
      <time dateTime={raffle.endsAt}>{dayOf(raffle.endsAt, language)}</time>
    </Box>
  )
}

function Tickets({ raffle }: { raffle: AdminRaffle }) {
  const { raffles } = useCatalogueTexts()
  const { ticketsSold, totalTickets, ticketsHeld, ticketsLeft } = raffle
  return (
    <Box minW="120px">
      <chakra.bdi fontFamily="serial" fontWeight="bold">
        {ticketsSold}/{totalTickets}
      </chakra.bdi>
      <MiniBar value={ticketsSold} max={totalTickets} />
      <Text fontSize="micro" color="fg.muted" mt="0.5">
        {raffles.left(ticketsLeft)}
        {ticketsHeld > 0 && ` · ${raffles.held(ticketsHeld)}`}
      </Text>
    </Box>
  )
}

/** What staff have set, and where the raffle stands by its clock and its tickets. */
function Status({ raffle: { status, phase } }: { raffle: AdminRaffle }) {
  const { raffles } = useCatalogueTexts()
  return (
    <Flex direction="column" align={{ base: 'flex-end', md: 'flex-start' }} gap="1">
      <StatusBadge kind={status === 'active' ? 'highlighted' : 'secondary'}>
        {raffles.status[status]}
      </StatusBadge>
      {phase !== 'cancelled' && (
        <Text fontSize="micro" color="fg.muted">
          {raffles.phase[phase]}
        </Text>
      )}
    </Flex>
  )
}

type ActsProps = Offered & { raffle: AdminRaffle; onAct: Props['onAct'] }

function Acts({ raffle, onAct, mayChange, mayExport }: ActsProps) {
  const { raffles } = useCatalogueTexts()
  const admin = useAdminTexts()
  const acts: [RaffleAct, string, LucideIcon, boolean][] = [
    ['export', raffles.export, Download, mayExport],
    ['edit', admin.edit, Pencil, mayChange],
    ['delete', admin.delete, Trash2, mayChange],
    ['more', raffles.more, Ellipsis, true],
  ]
  return (
    <Flex
      role="group"
      aria-label={admin.actionsOf(raffle.name)}
      gap="1"
      justify={{ base: 'space-between', md: 'flex-end' }}
      borderTopWidth={{ base: '1px', md: '0' }}
      borderTopStyle="dashed"
      pt={{ base: '2', md: '0' }}
    >
      {acts
        .filter(([, , , isOffered]) => isOffered)
        .map(([act, label, icon]) => (
          <IconButton
            key={act}
            icon={icon}
            label={`${label}: ${raffle.name}`}
            caption={label}
            isDanger={act === 'delete'}
            onClick={() => onAct(act, raffle)}
          />
        ))}
    </Flex>
  )
}
