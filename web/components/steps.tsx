import { Box, chakra, Grid, Heading, Text } from '@chakra-ui/react'
import { memo } from 'react'
import type { ReactNode } from 'react'

import { useTexts } from '../lib/text/text.tsx'
import { InTurn } from './in-turn.tsx'
import { Section } from './section.tsx'

/** How It Works: one perforated strip of three numbered stubs. */
export const Steps = memo(function Steps(props: { action?: ReactNode }) {
  return (
    <InTurn name="steps">
      <Strip {...props} />
    </InTurn>
  )
})

function Strip({ action }: { action?: ReactNode }) {
  const text = useTexts()
  return (
    <Section id="how-it-works" title={text.steps.title}>
      <Grid
        templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
        bg="bg.surface"
        borderWidth="1px"
        borderRadius="ticket"
        boxShadow="ticket"
        overflow="hidden"
      >
        {text.steps.list.map((step, index) => (
          <Box
            key={step.title}
            p={{ base: '5', md: '8' }}
            borderStyle="dashed"
            borderColor="line"
            borderInlineStartWidth={{ base: 0, md: index === 0 ? 0 : '2px' }}
            borderTopWidth={{ base: index === 0 ? 0 : '2px', md: 0 }}
          >
            <chakra.span
              fontFamily="serial"
              fontSize="sm"
              letterSpacing="serial"
              color="cedar.fg"
              aria-hidden
            >
              <bdi>№ 00{index + 1}</bdi>
            </chakra.span>
            <Heading as="h3" fontSize="lg" fontWeight="bold" mt="2" mb="1">
              {step.title}
            </Heading>
            <Text color="fg.soft" fontSize="sm">
              {step.text}
            </Text>
          </Box>
        ))}
      </Grid>
      {action && <Box mt="6">{action}</Box>}
    </Section>
  )
}
