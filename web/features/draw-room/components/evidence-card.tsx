import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { DrawRoom } from '#services/contract/admin-draws.ts'

import { TextField } from '../../../components/admin/fields.tsx'
import { Button } from '../../../components/button.tsx'
import { showFailure } from '../../../lib/admin/outcome.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useDrawRoomTexts } from '../../../lib/text/draw-room.ts'
import { useEvidence, useOpenings } from '../api/evidence.ts'
import { ticketIn } from '../opening-span.ts'
import { RoomForm } from './form.tsx'

type Props = {
  room: DrawRoom
  /** The openings have names and phones; false: of orders alone. */
  hasHolders: boolean
  children: ReactNode
}

/** What the regulator takes home: the bundle, openings he may see, and what has changed since. */
export function EvidenceCard({ room, hasHolders, children }: Props) {
  const { evidence: texts } = useDrawRoomTexts()
  const bundle = useEvidence(room.raffle.id)
  const onError = (error: Error) => showFailure(texts.failed, error, texts.failed)
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5">
      <Heading as="h2" fontSize="lg" fontWeight="bold">
        {texts.title}
      </Heading>
      <Text fontSize="sm" color="fg.soft" mb="3">
        {texts.lead}
      </Text>
      <Flex direction="column" gap="4">
        <Button
          size="sm"
          alignSelf="flex-start"
          disabled={bundle.isPending}
          onClick={() => bundle.mutate(undefined, { onError })}
        >
          {texts.download}
        </Button>
        {children}
        <Openings room={room} hasHolders={hasHolders} />
      </Flex>
    </Box>
  )
}

type Wrong = { first: boolean; last: boolean }

function Openings({ room, hasHolders }: Omit<Props, 'children'>) {
  const { evidence: texts } = useDrawRoomTexts()
  const { badNumber } = useAdminTexts()
  const openings = useOpenings(room.raffle.id)
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const onError = (error: Error) => showFailure(texts.failed, error, texts.failed)
  const submit = () => {
    const [from, to] = [ticketIn(first), ticketIn(last)]
    const isWrong = from === null || to === null
    setWrong(isWrong ? { first: from === null, last: to === null } : null)
    if (!isWrong) openings.mutate({ first: from, last: to }, { onError })
  }
  return (
    <chakra.details>
      <chakra.summary cursor="pointer" fontSize="sm" color="cedar.fg" mb="2">
        {texts.openings}
      </chakra.summary>
      <RoomForm
        label={texts.downloadOpenings}
        isPending={openings.isPending}
        refusal={wrong}
        onSubmit={submit}
      >
        <Text fontSize="sm" color="fg.soft">
          {hasHolders ? texts.openingsLead : texts.orderOpeningsLead}
        </Text>
        <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="3">
          <TextField
            name="first"
            label={texts.first}
            value={first}
            error={wrong?.first ? badNumber : null}
            onChange={setFirst}
          />
          <TextField
            name="last"
            label={texts.last}
            value={last}
            error={wrong?.last ? badNumber : null}
            onChange={setLast}
          />
        </Grid>
      </RoomForm>
    </chakra.details>
  )
}
