import { Box } from '@chakra-ui/react'

import { Section } from '../../components/section.tsx'
import { Steps } from '../../components/steps.tsx'
import { Hero } from '../../features/content/components/hero.tsx'
import { DrawNews } from '../../features/draws/components/draw-news.tsx'
import { RaffleGrid } from '../../features/raffles/components/raffle-grid.tsx'
import { useTexts } from '../../lib/text/text.tsx'
import { enterRaffle } from './enter-raffle.ts'

/** The home page. Draws and past winners come after it, in a chunk of their own. */
export function Home() {
  const text = useTexts()
  return (
    <Box>
      <Hero />
      <Section id="raffles" title={text.raffles.active} isEyebrow>
        <RaffleGrid onEnter={(raffle) => enterRaffle(raffle, text)} />
      </Section>
      <Box id="winners">
        <DrawNews />
      </Box>
      <Steps />
    </Box>
  )
}
