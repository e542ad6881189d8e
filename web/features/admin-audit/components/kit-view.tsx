import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { PAPER_TICKETS_MAX } from '#services/contract/admin-audit.ts'

import { NumberField, TextField } from '../../../components/admin/fields.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { useFocusOnFirstNew } from '../../../lib/admin/first-new.ts'
import { showFailure } from '../../../lib/admin/outcome.ts'
import { momentOf } from '../../../lib/day.ts'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useMakePaper, usePapers } from '../api/audit.ts'
import { RaffleField } from './raffle-field.tsx'

type Props = { mayMake: boolean; onOpen: (paperId: string) => void }

/** The papers there are, and a new sample. */
export function KitView({ mayMake, onOpen }: Props) {
  const { kit: text } = useAdminAuditTexts()
  const papers = usePapers()
  const lines = useFocusOnFirstNew<HTMLUListElement>(papers.rows.length)
  return (
    <>
      <Text color="fg.soft" mb="4">
        {text.lead}
      </Text>
      {mayMake && <NewSample onMade={onOpen} />}
      <Heading as="h2" fontSize="lg" fontWeight="bold" mb="3" mt="6">
        {text.papers}
      </Heading>
      <ListFaces
        state={papers.state}
        error={papers.error}
        failedLine={text.failed}
        empty={<EmptyState line={text.none} />}
        onRetry={papers.refresh}
      >
        <Box maxW="reading">
          <chakra.ul ref={lines} listStyleType="none" display="grid" gap="3">
            {papers.rows.map((paper) => (
              <li key={paper.id}>
                <PaperLine paper={paper} onOpen={() => onOpen(paper.id)} />
              </li>
            ))}
          </chakra.ul>
          <LoadMore
            shown={papers.rows.length}
            total={papers.total}
            hasMore={papers.hasMore}
            isLoading={papers.isLoadingMore}
            onMore={papers.more}
          />
        </Box>
      </ListFaces>
    </>
  )
}

type Paper = ReturnType<typeof usePapers>['rows'][number]

function PaperLine({ paper, onOpen }: { paper: Paper; onOpen: () => void }) {
  const { kit: text, somebody } = useAdminAuditTexts()
  const language = useLanguage()
  const name = paper.raffleName ?? paper.raffleId
  return (
    <Flex
      gap="3"
      justify="space-between"
      align="center"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="control"
      p="4"
    >
      <Box minW="0">
        <chakra.bdi fontWeight="bold">{name}</chakra.bdi>
        <Text fontSize="sm" color="fg.muted">
          {text.sample(paper.tickets)} ·{' '}
          {text.madeBy(paper.madeBy ?? somebody, momentOf(paper.madeAt, language))}
        </Text>
      </Box>
      <Button variant="outline" size="sm" aria-label={text.openOf(name)} onClick={onOpen}>
        {text.open}
      </Button>
    </Flex>
  )
}

function NewSample({ onMade }: { onMade: (paperId: string) => void }) {
  const { kit: text } = useAdminAuditTexts()
  const admin = useAdminTexts()
  const make = useMakePaper()
  const [raffleId, setRaffleId] = useState('')
  const [tickets, setTickets] = useState('25')
  const [seed, setSeed] = useState('')
  const count = Number(tickets)
  const isFit = Number.isInteger(count) && count >= 1 && count <= PAPER_TICKETS_MAX
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="4"
      gridTemplateColumns={{ base: '1fr', md: '1fr 160px 1fr auto' }}
      alignItems="start"
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate(
          { raffleId, tickets: count, ...(seed.trim() !== '' && { seed: seed.trim() }) },
          {
            onSuccess: ({ id }) => onMade(id),
            onError: (error) => showFailure(admin.error, error, text.notMade),
          },
        )
      }}
    >
      <RaffleField raffleId={raffleId} onRaffle={setRaffleId} />
      <NumberField
        label={text.tickets}
        name="tickets"
        value={tickets}
        onChange={setTickets}
        min={1}
        max={PAPER_TICKETS_MAX}
      />
      <TextField
        label={text.seed}
        hint={text.seedHint}
        name="seed"
        value={seed}
        onChange={setSeed}
        charactersMax={100}
      />
      <Button type="submit" mt={{ md: '6' }} disabled={make.isPending || raffleId === '' || !isFit}>
        {text.draw}
      </Button>
    </chakra.form>
  )
}
