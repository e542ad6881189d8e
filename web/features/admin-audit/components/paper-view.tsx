import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

import type { Paper, TicketWalk } from '#services/contract/admin-audit.ts'

import { ConflictNotice } from '../../../components/admin/conflict-notice.tsx'
import { TextAreaField, TextField } from '../../../components/admin/fields.tsx'
import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Notice } from '../../../components/admin/notice.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { isConflict, showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { stampOf } from '../../../lib/day.ts'
import { dollars } from '../../../lib/money.ts'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { own } from '../../../lib/text/plural.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'
import { readPaper, useNotePaper, usePaper } from '../api/audit.ts'
import { isInOrder } from '../in-order.ts'
import { isSame, mergeWords, wordsOf } from '../merge-notes.ts'
import type { PaperWords } from '../merge-notes.ts'
import { keepNotes, keptNotes, noteSaved } from '../unsaved-notes.ts'
import { PaymentPart } from './walk-card.tsx'

type SheetProps = { mayNote: boolean; staffId: string }
type Props = SheetProps & { id: string; onBack: () => void }

/** The working paper: read and noted on the screen, signed on paper. */
export function PaperView({ id, onBack, ...sheet }: Props) {
  const { paper: text } = useAdminAuditTexts()
  const { data: paper, error, refetch } = usePaper(id)
  return (
    <>
      <Flex gap="3" mb="4" _print={{ display: 'none' }}>
        <Button variant="outline" size="sm" onClick={onBack}>
          {text.back}
        </Button>
        <Button variant="outline" size="sm" ms="auto" onClick={() => print()}>
          {text.print}
        </Button>
      </Flex>
      {error && !paper && (
        <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !paper && <ListSpinner />}
      {paper && <Sheet key={`${sheet.staffId} ${paper.id}`} paper={paper} {...sheet} />}
    </>
  )
}

function Sheet({ paper, mayNote, staffId }: SheetProps & { paper: Paper }) {
  const { paper: text } = useAdminAuditTexts()
  const { words, setWords, isBack, save, isPending, error, readAnew } = useWords(paper, staffId)
  const { notes, conclusion } = words
  const note = (number: string, said: string) =>
    setWords((now) => ({ ...now, notes: { ...now.notes, [number]: said } }))
  const ok = paper.walks.filter(({ walk }) => isInOrder(walk)).length
  const all = paper.walks.length + paper.notInRegister.length
  return (
    <Box
      as="article"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="control"
      p={{ base: '4', md: '6' }}
      _print={{ border: 0, padding: 0 }}
    >
      {isBack && (
        <Box _print={{ display: 'none' }}>
          <Notice isAlert={false}>
            <Text flex="1">{text.notesBack}</Text>
          </Notice>
        </Box>
      )}
      <Head paper={paper} />
      <Text fontWeight="bold" mt="4" color={ok === all ? 'success.fg' : 'pomegranate.fg'}>
        {text.summary(ok, all)}
      </Text>
      <chakra.ol listStyleType="none" mt="3" display="grid" gap="3">
        {paper.walks.map(({ walk }) => (
          <WalkLine
            key={walk.number}
            walk={walk}
            note={notes[walk.number] ?? ''}
            isOpen={mayNote}
            onNote={(said) => note(walk.number, said)}
          />
        ))}
        {paper.notInRegister.map(({ number }) => (
          <MissingLine
            key={number}
            number={number}
            note={notes[number] ?? ''}
            isOpen={mayNote}
            onNote={(said) => note(number, said)}
          />
        ))}
      </chakra.ol>
      <Box mt="5">
        <TextAreaField
          label={text.conclusion}
          name="conclusion"
          value={conclusion}
          onChange={(said) => setWords((now) => ({ ...now, conclusion: said }))}
          isDisabled={!mayNote}
          charactersMax={4_000}
        />
      </Box>
      {mayNote && (
        <Flex direction="column" gap="3" align="flex-start" mt="4" _print={{ display: 'none' }}>
          <ConflictNotice error={error} line={text.conflict} onReadAnew={readAnew} />
          <Button disabled={isPending} onClick={save}>
            {text.save}
          </Button>
        </Flex>
      )}
      <Signatures />
    </Box>
  )
}

/** What is typed, and what was read before it was: the two tell whose words are newer. */
function useWords(paper: Paper, staffId: string) {
  const { paper: text } = useAdminAuditTexts()
  const admin = useAdminTexts()
  const note = useNotePaper(paper.id)
  const queryClient = useQueryClient()
  const [place] = useState({ queryClient, staffId, paperId: paper.id })
  const [isKept, setIsKept] = useState(() => keptNotes(place) !== undefined)
  const begin = () => keptNotes(place) ?? { read: paper, words: wordsOf(paper) }
  const [notes, setNotes] = useState(begin)
  const { read, words } = notes
  useEffect(() => keepNotes(place, notes), [place, notes])
  const setWords = (change: (now: PaperWords) => PaperWords) =>
    setNotes((now) => ({ ...now, words: change(now.words) }))
  const failed = (error: unknown) => showFailure(admin.error, error, text.notSaved)
  const saved = (noted: Paper) => {
    noteSaved(place, noted)
    setNotes((now) => ({ ...now, read: noted }))
    setIsKept(false)
    showSuccess(text.saved)
  }
  const refused = (error: unknown) => {
    if (!isConflict(error)) failed(error)
  }
  // Heard as well by whoever has left the paper meanwhile.
  const save = () =>
    void note.mutateAsync({ body: words, version: read.version }).then(saved).catch(refused)
  const takeUp = async () => {
    const newest = await readPaper(paper.id)
    const theirs = wordsOf(newest)
    setNotes((now) => ({
      read: newest,
      words: mergeWords({ read: wordsOf(now.read), mine: now.words, theirs }),
    }))
    note.reset()
  }
  const readAnew = () => void takeUp().catch(failed)
  const isBack = isKept && !isSame(words, wordsOf(read))
  const { isPending, error } = note
  return { words, setWords, isBack, save, isPending, error, readAnew }
}

function Head({ paper }: { paper: Paper }) {
  const { paper: text, kit, somebody } = useAdminAuditTexts()
  const language = useLanguage()
  const lines: [string, string][] = [
    [text.raffle, paper.raffleName ?? paper.raffleId],
    [text.seed, paper.seed],
    [text.tree, text.treeOf(paper.treeSize)],
    [text.population, text.populationOf(paper.ticketsIssued)],
    [text.sample, kit.sample(paper.tickets)],
  ]
  return (
    <>
      <Heading as="h2" fontSize="2xl" fontWeight="heavy">
        {text.title}
      </Heading>
      <Text fontSize="sm" color="fg.muted">
        {kit.madeBy(paper.madeBy ?? somebody, stampOf(paper.madeAt, language))}
      </Text>
      <chakra.dl display="flex" flexWrap="wrap" columnGap="8" rowGap="2" mt="4">
        {lines.map(([name, value]) => (
          <div key={name}>
            <chakra.dt fontSize="xs" color="fg.muted">
              {name}
            </chakra.dt>
            <chakra.dd fontWeight="bold" overflowWrap="anywhere">
              <bdi>{value}</bdi>
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
      <Text fontSize="xs" color="fg.muted" mt="3">
        {text.method}
      </Text>
    </>
  )
}

type NoteProps = { note: string; isOpen: boolean; onNote: (note: string) => void }

function WalkLine({ walk, ...noted }: NoteProps & { walk: TicketWalk }) {
  const { paper: text, ticket } = useAdminAuditTexts()
  const language = useLanguage()
  const isRight = isInOrder(walk)
  const { order, leaf, isVoid } = walk
  const placed = order === null ? '' : stampOf(order.placedAt, language)
  return (
    <chakra.li borderTopWidth="1px" pt="3" css={{ breakInside: 'avoid' }}>
      <Grid templateColumns={{ base: '1fr', md: '150px 1fr 1fr 1fr' }} gap="2" fontSize="sm">
        <Flex gap="2" align="center" alignContent="flex-start" wrap="wrap">
          <chakra.b dir="ltr" fontFamily="serial">
            {ticketLabel(walk.number)}
          </chakra.b>
          <Badge tone={isRight ? 'success' : 'danger'}>{isRight ? text.ok : text.exception}</Badge>
          {isVoid && <Badge tone="danger">{ticket.void}</Badge>}
        </Flex>
        <Cell name={text.order}>
          {order === null
            ? ticket.noOrder
            : [order.reference, dollars(order.total), placed].map(own).join(' · ')}
        </Cell>
        <Cell name={text.payment}>
          <PaymentPart walk={walk} />
        </Cell>
        <Cell name={text.leaf}>
          {[`${leaf.position}`, `${leaf.hash.slice(0, 16)}…`, leaf.isIncluded ? '✓' : '✗']
            .map(own)
            .join(' · ')}
        </Cell>
      </Grid>
      <NoteField number={walk.number} {...noted} />
    </chakra.li>
  )
}

/** The raffle has issued it, and nobody knows to whom. */
function MissingLine({ number, ...noted }: NoteProps & { number: string }) {
  const { paper: text } = useAdminAuditTexts()
  return (
    <chakra.li borderTopWidth="1px" pt="3" css={{ breakInside: 'avoid' }}>
      <Flex gap="2" align="center" wrap="wrap" fontSize="sm">
        <chakra.b dir="ltr" fontFamily="serial">
          {ticketLabel(number)}
        </chakra.b>
        <Badge tone="danger">{text.exception}</Badge>
        {text.notInRegister}
      </Flex>
      <NoteField number={number} {...noted} />
    </chakra.li>
  )
}

function NoteField({ number, note, isOpen, onNote }: NoteProps & { number: string }) {
  const { paper: text } = useAdminAuditTexts()
  return (
    <Box mt="2">
      <TextField
        label={text.note(ticketLabel(number))}
        name={`note-${number}`}
        value={note}
        onChange={onNote}
        isDisabled={!isOpen}
        charactersMax={1_000}
      />
    </Box>
  )
}

const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box minW="0" overflowWrap="anywhere">
    <Text fontSize="xs" color="fg.muted">
      {name}
    </Text>
    {children}
  </Box>
)

/** Lines to sign on, for whoever prints it. */
function Signatures() {
  const { paper: text } = useAdminAuditTexts()
  return (
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr 1fr' }} gap="6" mt="10">
      {[text.signName, text.signPlace, text.sign].map((label) => (
        <Box key={label} borderTopWidth="1px" borderColor="line.strong" pt="1" mt="8">
          <Text fontSize="xs" color="fg.muted">
            {label}
          </Text>
        </Box>
      ))}
    </Grid>
  )
}
