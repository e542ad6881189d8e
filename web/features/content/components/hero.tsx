import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { Landmark, SearchCheck, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router-dom'

import { Button } from '../../../components/button.tsx'
import heroDesktop from '../../../assets/hero-desktop.svg'
import heroMobile from '../../../assets/hero-mobile.svg'
import heroMobileDrawing from '../../../assets/hero-mobile.svg?raw'
import { Wrap } from '../../../components/section.tsx'
import { paths } from '../../../lib/paths.ts'
import { useTexts } from '../../../lib/text/text.tsx'

/**
 * The banner is a printed ticket: one drawing for phones, one for desks. The server writes the
 * phone's into the page, for a phone waits longest for another request; hydration leaves it there.
 */
export function Hero() {
  const text = useTexts()
  return (
    <Box as="section" pt={{ base: '6', lg: '12' }} pb={{ base: '2', lg: '4' }}>
      <Wrap>
        <Grid
          templateColumns={{ base: '1fr', lg: '1fr 1.15fr' }}
          gap={{ base: '6', lg: '12' }}
          alignItems="center"
        >
          <Box>
            <Text color="cedar.fg" fontWeight="bold" fontSize="sm" mb="3">
              {text.home.eyebrow}
            </Text>
            <Heading
              as="h1"
              fontSize="hero"
              fontWeight="heavy"
              lineHeight="tight"
              letterSpacing="display"
              textWrap="balance"
            >
              {text.home.title}
            </Heading>
            <Text mt="4" fontSize={{ base: 'md', md: 'lg' }} color="fg.soft" maxW="46ch">
              {text.home.lead}
            </Text>
            <Flex mt="6" gap="3" wrap="wrap">
              <Button asChild variant="gold">
                <Link to={paths.raffles}>{text.home.primary}</Link>
              </Button>
              <Button asChild variant="outline">
                <Link to={paths.howItWorks}>{text.home.secondary}</Link>
              </Button>
            </Flex>
          </Box>
          <picture>
            <source media="(min-width: 1024px)" srcSet={heroDesktop} width={640} height={480} />
            <chakra.img
              src={import.meta.env.SSR ? asDataUri(heroMobileDrawing) : heroMobile}
              suppressHydrationWarning
              alt={text.home.bannerAlt}
              htmlWidth={400}
              htmlHeight={250}
              fetchPriority="high"
              width="full"
              height="auto"
              display="block"
            />
          </picture>
        </Grid>
        <TrustRow />
      </Wrap>
    </Box>
  )
}

/** Readable rather than base64: it compresses with the page. */
const asDataUri = (svg: string) =>
  `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[#<>%]/g, encodeURIComponent)}`

const marks = [ShieldCheck, Landmark, SearchCheck]

function TrustRow() {
  const text = useTexts()
  return (
    <Flex asChild wrap="wrap" gap={{ base: '2', md: '6' }} mt={{ base: '6', lg: '8' }}>
      <ul>
        {text.home.trust.map((line, index) => {
          const Mark = marks[index] ?? ShieldCheck
          return (
            <Flex asChild key={line} align="center" gap="2" fontSize="sm" color="fg.soft">
              <li>
                <Box asChild color="cedar.fg">
                  <Mark size={18} aria-hidden />
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
