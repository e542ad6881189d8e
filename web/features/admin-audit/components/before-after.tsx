import { Box, chakra, Flex, Heading } from '@chakra-ui/react'

import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { sidesOf } from '../before-after.ts'
import type { NotedLine } from '../before-after.ts'
import { BrokenName } from './broken-name.tsx'

/** Side by side where there is room; nothing where nothing was noted. */
export function BeforeAfter(noted: { before: unknown; after: unknown }) {
  const text = useAdminAuditTexts()
  const language = useLanguage()
  const { before, after } = sidesOf({ text, language }, noted)
  if (before === null && after === null) return null
  return (
    <Flex gap="5" direction={{ base: 'column', md: 'row' }}>
      {before !== null && <Side title={text.before} lines={before} />}
      {after !== null && <Side title={text.after} lines={after} />}
    </Flex>
  )
}

function Side({ title, lines }: { title: string; lines: readonly NotedLine[] }) {
  return (
    <Box as="section" flex="1" minW="0">
      <Heading as="h3" fontSize="sm" fontWeight="bold" mb="1">
        {title}
      </Heading>
      <chakra.dl fontSize="sm" bg="bg.sunk" borderRadius="control" p="3">
        {lines.map(({ field, label, value, isLong }) => (
          <Flex key={field} {...(isLong ? below : beside)} py="0.5">
            <chakra.dt color="fg.muted" flex={isLong ? 'none' : '0 0 34%'} overflowWrap="anywhere">
              <BrokenName name={label} />
            </chakra.dt>
            <chakra.dd dir="auto" flex="1" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {value}
            </chakra.dd>
          </Flex>
        ))}
      </chakra.dl>
    </Box>
  )
}

const beside = { gap: '3', align: 'baseline' } as const
const below = { direction: 'column', align: 'stretch' } as const
