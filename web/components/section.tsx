import { Box, Container, Heading } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type Props = { id?: string; title: string; isEyebrow?: boolean; children: ReactNode }

export function Section({ id, title, isEyebrow = false, children }: Props) {
  return (
    <Box as="section" id={id} py={{ base: '8', md: '12' }} aria-labelledby={id && `${id}-title`}>
      <Wrap>
        <Heading
          as="h2"
          id={id && `${id}-title`}
          mb={{ base: '5', md: '6' }}
          fontSize={isEyebrow ? 'sm' : { base: 'xl', md: '2xl' }}
          fontWeight={isEyebrow ? 'bold' : 'heavy'}
          letterSpacing={isEyebrow ? 'eyebrow' : 'display'}
          color={isEyebrow ? 'cedar.fg' : 'fg'}
          lineHeight="snug"
        >
          {title}
        </Heading>
        {children}
      </Wrap>
    </Box>
  )
}

/** The shop's column: 1200 px with its gutters. */
export function Wrap({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <Container
      mx="auto"
      width="full"
      maxW={narrow ? 'reading' : 'content'}
      px={{ base: '4', md: '6', lg: '8' }}
      boxSizing="border-box"
    >
      {children}
    </Container>
  )
}
