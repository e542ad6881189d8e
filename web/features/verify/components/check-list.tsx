import { Box, chakra } from '@chakra-ui/react'

import type { Check } from '#events/verify/report.ts'
import { checkTitle, findingText, type Language } from '#events/verify/words.ts'

import type { ProofVerifyTexts } from '../../../lib/text/proof-verify-en.ts'

type Props = { checks: readonly Check[]; texts: ProofVerifyTexts; language: Language }

const marks = { pass: '✓', fail: '✗', not_evaluated: '–' } as const
const tones = { pass: 'cedar.fg', fail: 'pomegranate.fg', not_evaluated: 'saffron.fg' } as const

/** The sixteen lines of the protocol, each with what was found. */
export function CheckList({ checks, texts, language }: Props) {
  return (
    <chakra.ol listStyleType="none" borderTopWidth="1px" borderColor="line">
      {checks.map((check) => (
        <CheckLine key={check.id} check={check} texts={texts} language={language} />
      ))}
    </chakra.ol>
  )
}

type LineProps = Omit<Props, 'checks'> & { check: Check }

function CheckLine({ check, texts, language }: LineProps) {
  const { id, verdict, findings, failures } = check
  const rest = failures - findings.filter(({ kind }) => kind === 'fail').length
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="1.5rem 1fr auto"
      columnGap="2"
      py="3"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <Box color={tones[verdict]} fontWeight="heavy" textAlign="center" aria-hidden>
        {marks[verdict]}
      </Box>
      <Box>
        <bdi>({id})</bdi> {checkTitle(id, language)}
      </Box>
      <Box color={tones[verdict]} fontWeight="bold" fontSize="sm" whiteSpace="nowrap">
        {texts.verdicts[verdict]}
      </Box>
      <Box gridColumn="2 / -1" color={tones[verdict]} fontSize="sm" overflowWrap="anywhere">
        {findings.map((finding, which) => (
          <Box key={which}>{findingText(finding, language)}</Box>
        ))}
        {rest > 0 && <Box>{texts.more(rest)}</Box>}
      </Box>
    </chakra.li>
  )
}
