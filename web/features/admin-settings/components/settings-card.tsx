import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { useAdminSettingsTexts } from '../../../lib/text/admin-settings.ts'

export type Row = readonly [label: string, value: ReactNode]

type Props = { title: string; rows: readonly Row[]; note?: string | undefined }

/** One subject of the settings: what it is called and what it stands at. */
export function SettingsCard({ title, rows, note }: Props) {
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5" minW="0">
      <Heading as="h2" fontSize="lg" fontWeight="bold" mb="2">
        {title}
      </Heading>
      {note && (
        <Text fontSize="sm" color="pomegranate.fg">
          {note}
        </Text>
      )}
      <chakra.dl m="0">
        {rows.map(([label, value]) => (
          <Flex
            key={label}
            justify="space-between"
            align="baseline"
            gap="4"
            py="2"
            borderTopWidth="1px"
            borderTopStyle="dashed"
            _first={{ borderTopWidth: '0' }}
          >
            <chakra.dt fontSize="sm" color="fg.soft" minW="0">
              {label}
            </chakra.dt>
            <chakra.dd m="0" fontWeight="bold" textAlign="end" minW="0" overflowWrap="anywhere">
              {value}
            </chakra.dd>
          </Flex>
        ))}
      </chakra.dl>
    </Box>
  )
}

/** A word or number in its own direction; what nobody has set says so. */
export function Said({ text }: { text: string | number | null }) {
  const { none } = useAdminSettingsTexts()
  if (text === null || text === '') return <chakra.span color="fg.muted">{none}</chakra.span>
  return <bdi>{text}</bdi>
}

export function Switch({ isOn }: { isOn: boolean }) {
  const { on, off } = useAdminSettingsTexts()
  return <StatusBadge kind={isOn ? 'highlighted' : 'secondary'}>{isOn ? on : off}</StatusBadge>
}
