import { Box, chakra, Heading, Text } from '@chakra-ui/react'

import type { LiveDraw } from '#services/contract/draws.ts'

import { useDrawTexts } from '../../../lib/text/draw.ts'
import { ticketLabel } from '../../../lib/ticket-ranges.ts'
import { Evidence } from './step-evidence.tsx'

type Result = NonNullable<LiveDraw['result']>

/** The arithmetic from the word to the ticket, one line a place. */
export function Permutation({ result }: { result: Result }) {
  const { work, proof } = useDrawTexts()
  if (result.steps.length === 0) return null
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="5">
      <Heading as="h2" fontSize="lg" fontWeight="bold">
        {work.title}
      </Heading>
      <Text fontSize="sm" color="fg.soft" mt="1" maxW="60ch">
        {work.lead}
      </Text>
      <Box overflowX="auto" mt="4" tabIndex={0} role="region" aria-label={work.title} css={edges}>
        <chakra.table width="full" fontSize="sm" borderCollapse="collapse" css={cells}>
          <thead>
            <tr>
              <th scope="col">{work.place}</th>
              <th scope="col">{work.word}</th>
              <th scope="col">{work.left}</th>
              <th scope="col">{work.chosen}</th>
              <th scope="col">{work.index}</th>
              <th scope="col">{work.number}</th>
            </tr>
          </thead>
          <tbody>
            {result.steps.map((step) => (
              <tr key={step.place}>
                <th scope="row">{step.place === 0 ? work.prize : step.place}</th>
                <td>
                  <bdi>{step.word}</bdi>
                </td>
                <td>
                  <bdi>{step.left}</bdi>
                </td>
                <td>
                  <bdi>{step.chosen}</bdi>
                </td>
                <td>
                  <bdi>{step.index}</bdi>
                </td>
                <td>
                  <strong>
                    <bdi>{ticketLabel(step.number)}</bdi>
                  </strong>
                </td>
              </tr>
            ))}
          </tbody>
        </chakra.table>
      </Box>
      <Evidence
        rows={[
          [proof.prk, result.prk],
          [proof.software, result.softwareSha256],
        ]}
      />
    </Box>
  )
}

const shade = 'color-mix(in srgb, token(colors.fg) 16%, transparent)'

/** A shade at the edge behind which the table goes on; at its end the surface covers the shade. */
const edges = {
  background: [
    'linear-gradient(to right, token(colors.bg.surface) 40%, transparent) left / 48px 100% local',
    'linear-gradient(to left, token(colors.bg.surface) 40%, transparent) right / 48px 100% local',
    `linear-gradient(to right, ${shade}, transparent) left / 16px 100% scroll`,
    `linear-gradient(to left, ${shade}, transparent) right / 16px 100% scroll`,
  ].join(),
  backgroundRepeat: 'no-repeat',
} as const

const cells = {
  '& th, & td': {
    textAlign: 'start',
    paddingBlock: '8px',
    paddingInlineEnd: '12px',
    borderBottom: '1px dashed token(colors.line)',
    whiteSpace: 'nowrap',
  },
  '& thead th': { fontSize: 'xs', color: 'fg.muted', fontWeight: 'medium' },
  '& td': { fontFamily: 'serial' },
} as const
