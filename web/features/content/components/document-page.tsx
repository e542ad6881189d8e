import { Box, Grid, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import { PageTitle } from '../../../components/page-title.tsx'
import { Wrap } from '../../../components/section.tsx'
import type { Document } from '../document.ts'
import { Chapter, Question } from './chapters.tsx'
import { Contents } from './contents.tsx'
import { NumberedStub } from './numbered-stub.tsx'

/** What the sections are: words to read, questions to open, steps to follow. */
const faces = { chapters: Chapter, questions: Question, steps: NumberedStub } as const

type Props = {
  document: Document
  kind: keyof typeof faces
  action?: ReactNode
  /** For staff: what a visitor is not told of this page. */
  note?: string | null
}

/** The reading column in the middle of a page; on a desk its chapters stand beside it. */
export function DocumentPage({ document, kind, action, note = null }: Props) {
  const { title, lead, sections } = document
  const Face = faces[kind]
  return (
    <Wrap>
      <Grid
        templateColumns={{
          base: 'minmax(0, 680px)',
          xl: 'minmax(0, 1fr) minmax(0, 680px) minmax(0, 1fr)',
        }}
        justifyContent="center"
        columnGap="8"
        py={{ base: '8', md: '12' }}
      >
        <Box hideBelow="xl">{kind === 'chapters' && <Contents sections={sections} />}</Box>
        <Box as="article">
          {note !== null && (
            <Text
              role="note"
              mb="4"
              p="3"
              bg="saffron.subtle"
              color="saffron.fg"
              borderRadius="control"
              fontSize="sm"
              fontWeight="bold"
            >
              {note}
            </Text>
          )}
          <PageTitle fontSize={{ base: '3xl', md: '4xl' }}>{title}</PageTitle>
          <Text color="fg.soft" fontSize="lg" mt="3" mb="8">
            {lead}
          </Text>
          {sections.map((section, index) => (
            <Face key={section.title} place={index + 1} {...section} />
          ))}
          {action && <Box mt="8">{action}</Box>}
        </Box>
      </Grid>
    </Wrap>
  )
}
