import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'

import type { DrawRoom } from '#services/contract/admin-draws.ts'

import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import { momentOf } from '../../../lib/day.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'

/** Who holds the prize, for those who have to reach them. */
export function WinnerPanel({ room }: { room: DrawRoom }) {
  const { winner: texts } = useDrawRoomTexts()
  const { holder } = room
  if (holder === null) return null
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5">
      <Heading as="h2" fontSize="lg" fontWeight="bold" mb="2">
        {texts.title}
      </Heading>
      <Flex gap="3" align="baseline" wrap="wrap">
        <chakra.bdi fontFamily="serial" fontSize="2xl" fontWeight="bold">
          {ticketLabel(holder.number)}
        </chakra.bdi>
        <Text fontSize="sm" color="fg.muted">
          {texts.place(holder.place)}
        </Text>
        {holder.isIdentityChecked && <StatusBadge kind="highlighted">{texts.checked}</StatusBadge>}
      </Flex>
      {holder.name === null ? (
        <Text fontSize="sm" color="fg.muted">
          {texts.hidden}
        </Text>
      ) : (
        <Text>
          <bdi>{holder.name}</bdi>
          {holder.phone && (
            <>
              {' · '}
              <a href={`tel:${holder.phone}`}>
                <bdi dir="ltr">{readablePhone(holder.phone)}</bdi>
              </a>
            </>
          )}
        </Text>
      )}
      <Contacts room={room} />
    </Box>
  )
}

function Contacts({ room }: { room: DrawRoom }) {
  const { winner: texts } = useDrawRoomTexts()
  const language = useLanguage()
  if (room.contacts.length === 0) return null
  return (
    <Box mt="4">
      <Heading as="h3" fontSize="sm" mb="1">
        {texts.contacts}
      </Heading>
      <chakra.ul listStyleType="none" m="0" p="0">
        {room.contacts.map((contact) => (
          <chakra.li key={contact.at} fontSize="sm" py="1">
            <strong>{texts.channels[contact.channel]}</strong>
            {` · ${momentOf(contact.at, language)} · `}
            <bdi>{contact.by}</bdi>
            {contact.note !== '' && (
              <Text color="fg.soft">
                <bdi>{contact.note}</bdi>
              </Text>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  )
}
