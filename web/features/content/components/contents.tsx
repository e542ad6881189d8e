import { Box, chakra, Text } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

import type { Document } from '../document.ts'
import { useDocuments } from '../document-texts.ts'
import { idOf } from './chapters.tsx'

/** The chapters of a page, in sight while it is read. */
export function Contents({ sections }: Pick<Document, 'sections'>) {
  const { onThisPage } = useDocuments()
  return (
    <Box as="nav" aria-label={onThisPage} position="sticky" top="104px">
      <Text fontSize="sm" fontWeight="bold" color="cedar.fg" mb="2">
        {onThisPage}
      </Text>
      <chakra.ol listStyleType="none" borderInlineStartWidth="2px" borderStyle="dashed">
        {sections.map(({ title }, index) => (
          <chakra.li
            key={title}
            css={{
              '& a': { display: 'block', ps: '4', py: '2', fontSize: 'sm', color: 'fg.soft' },
              '& a:hover': { color: 'fg', textDecoration: 'underline' },
            }}
          >
            <Link to={`#${idOf(index + 1)}`}>{title}</Link>
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  )
}
