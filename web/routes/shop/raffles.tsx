import { Heading, Text } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { Section, Wrap } from '../../components/section.tsx'
import { Steps } from '../../components/steps.tsx'
import { RaffleGrid } from '../../features/raffles/components/raffle-grid.tsx'
import { paths } from '../../lib/paths.ts'
import { useTexts } from '../../lib/text/text.tsx'
import { enterRaffle } from './enter-raffle.ts'

export function Raffles() {
  const text = useTexts()
  return (
    <>
      <Wrap>
        <Heading
          as="h1"
          tabIndex={-1}
          pt={{ base: '8', md: '12' }}
          fontSize={{ base: '3xl', md: '4xl' }}
          fontWeight="heavy"
          letterSpacing="display"
          lineHeight="tight"
        >
          {text.raffles.heading}
        </Heading>
        <Text mt="3" color="fg.soft" maxW="56ch">
          {text.raffles.lead} {text.raffles.drawnRule}
        </Text>
      </Wrap>
      <Section id="raffles" title={text.raffles.active} isEyebrow>
        <RaffleGrid isAtTop onEnter={(raffle) => enterRaffle(raffle, text)} />
      </Section>
      <Steps
        action={
          <Button asChild variant="gold">
            <Link to={paths.raffles}>{text.steps.start}</Link>
          </Button>
        }
      />
    </>
  )
}
