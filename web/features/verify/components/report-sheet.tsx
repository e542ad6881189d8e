import { Box, Grid, Heading, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import type { Report } from '#events/verify/verify.ts'
import type { Language } from '#events/verify/words.ts'

import type { ProofVerifyTexts } from '../../../lib/text/proof-verify-en.ts'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'
import { CheckList } from './check-list.tsx'
import { TicketFinder } from './ticket-finder.tsx'
import { WorkedOut } from './worked-out.tsx'

type Props = { report: Report; texts: ProofVerifyTexts; language: Language }

const tones = ['cedar.fg', 'pomegranate.fg', 'saffron.fg'] as const

/** Everything the verifier has found, the verdict first. */
export function ReportSheet({ report, texts, language }: Props) {
  const tone = tones[report.exitCode]
  const worked = report.outcomes.findLast((outcome) => outcome.worked !== null)?.worked ?? null
  return (
    <Stack gap={{ base: '8', md: '10' }}>
      <Box
        role="status"
        bg="bg.surface"
        borderStartWidth="6px"
        borderColor={tone}
        borderRadius="control"
        boxShadow="ticket"
        px="5"
        py="4"
        color={tone}
        fontSize="xl"
        fontWeight="heavy"
      >
        {texts.outcomes[report.exitCode]}
      </Box>
      <Facts report={report} texts={texts} />
      <Drawn report={report} texts={texts} />
      <Part title={texts.find}>
        <TicketFinder report={report} texts={texts} />
      </Part>
      <CheckList checks={report.checks} texts={texts} language={language} />
      {worked !== null && (
        <Part title={texts.worked}>
          <WorkedOut worked={worked} texts={texts} />
        </Part>
      )}
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section">
      <Heading as="h2" fontSize="xl" fontWeight="heavy" mb="4">
        {title}
      </Heading>
      {children}
    </Box>
  )
}

function Facts({ report: { story, size }, texts }: Omit<Props, 'language'>) {
  const published = story?.published?.data
  if (published === undefined || story === null) return null
  const rows = [
    [texts.raffle, published.raffleNumber],
    [texts.prize, published.prize],
    [texts.entries, String(size)],
    [texts.tickets, String(story.issued)],
  ] as const
  return (
    <Grid as="dl" templateColumns={{ base: '1fr', sm: 'max-content 1fr' }} gapX="6" gapY="1">
      {rows.map(([name, value]) => (
        <Box key={name} display="contents">
          <Box as="dt" color="fg.muted">
            {name}
          </Box>
          <Box as="dd" overflowWrap="anywhere" mb={{ base: '2', sm: '0' }}>
            <bdi>{value}</bdi>
          </Box>
        </Box>
      ))}
    </Grid>
  )
}

function Drawn({ report: { outcomes }, texts }: Omit<Props, 'language'>) {
  const numbers = outcomes.at(-1)?.numbers ?? []
  if (numbers === null || numbers.length === 0) return null
  return (
    <Part title={texts.result}>
      <Box as="ul" display="flex" flexWrap="wrap" gap="3" listStyleType="none">
        {numbers.map((number, place) => (
          <Box
            as="li"
            key={number}
            bg="bg.surface"
            borderWidth={place === 0 ? '2px' : '1px'}
            borderColor={place === 0 ? 'cedar.fg' : 'line'}
            borderRadius="control"
            px="5"
            py="3"
            minW="112px"
          >
            <Box color="fg.muted" fontSize="sm">
              {place === 0 ? texts.first : texts.reserve(place)}
            </Box>
            <Box fontSize="2xl" fontWeight="heavy" fontVariantNumeric="tabular-nums">
              <bdi>{ticketLabel(number)}</bdi>
            </Box>
          </Box>
        ))}
      </Box>
    </Part>
  )
}
