import { Box, Flex } from '@chakra-ui/react'
import { Landmark, SearchCheck, ShieldCheck } from 'lucide-react'

import { useTexts } from '../../../lib/text/text.tsx'

const marks = [ShieldCheck, Landmark, SearchCheck]

/** Said once more where the money goes. */
export function TrustRow() {
  const { home } = useTexts()
  return (
    <Flex asChild direction="column" gap="1.5" mt="4" px="4" fontSize="xs" color="fg.soft">
      <ul>
        {home.trust.map((line, index) => {
          const Mark = marks[index] ?? ShieldCheck
          return (
            <Flex asChild key={line} align="center" gap="2">
              <li>
                <Box asChild color="cedar.fg" flexShrink={0}>
                  <Mark size={16} aria-hidden />
                </Box>
                {line}
              </li>
            </Flex>
          )
        })}
      </ul>
    </Flex>
  )
}
