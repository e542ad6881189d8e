import { Box, chakra } from '@chakra-ui/react'

import type { Worked } from '#events/verify/result-check.ts'

import type { ProofVerifyTexts } from '../../../lib/text/proof-verify-en.ts'
import { workedSteps } from '../worked-steps.ts'

/** The first place, step by step. */
export function WorkedOut({ worked, texts }: { worked: Worked; texts: ProofVerifyTexts }) {
  return (
    <chakra.ol listStyleType="none" display="grid" gap="4">
      {workedSteps(worked, texts).map(({ say, value }, at) => (
        <chakra.li key={say} display="grid" gridTemplateColumns="2rem 1fr">
          <Box color="fg.muted" fontWeight="bold">
            {at + 1}
          </Box>
          <Box minW="0">
            {say}
            <chakra.code
              dir="ltr"
              display="block"
              textAlign={{ base: 'start', _rtl: 'end' }} // under its sentence
              fontFamily="serial"
              fontSize="sm"
              overflowWrap="anywhere"
              bg="transparent"
            >
              {value}
            </chakra.code>
          </Box>
        </chakra.li>
      ))}
    </chakra.ol>
  )
}
