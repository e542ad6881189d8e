import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'

import type { Report } from '#events/verify/verify.ts'

import { Input } from '../../../components/input.tsx'
import type { ProofVerifyTexts } from '../../../lib/text/proof-verify-en.ts'
import { ticketDigits, ticketSentences } from '../ticket.ts'

/** What the log says about one number. */
export function TicketFinder({ report, texts }: { report: Report; texts: ProofVerifyTexts }) {
  const [typed, setTyped] = useState('')
  const number = Number(typed)
  const isNumber = Number.isInteger(number) && number > 0
  return (
    <Box>
      <chakra.label htmlFor="ticket" display="block" color="fg.muted" mb="2">
        {texts.number}
      </chakra.label>
      <Input
        id="ticket"
        inputMode="numeric"
        maxW="224px"
        value={typed}
        onChange={(event) => setTyped(ticketDigits(event.currentTarget.value))}
      />
      <Box aria-live="polite" mt="3" minH="24px" fontWeight="bold">
        {isNumber ? ticketSentences(report, number, texts).join(' ') : ''}
      </Box>
    </Box>
  )
}
