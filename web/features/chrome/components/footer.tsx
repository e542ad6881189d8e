import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { Brand } from '../../../components/brand.tsx'
import { Microtext } from '../../../components/microtext.tsx'
import { Wrap } from '../../../components/section.tsx'
import { chatLink, socialLinks } from '../../../lib/contact-links.ts'
import { LicenceGiven } from '../../../lib/licence.tsx'
import { usePage } from '../../../lib/page.tsx'
import { paths } from '../../../lib/paths.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import { ColourModeButton } from './colour-mode-button.tsx'
import { LanguageSwitch } from './language-switch.tsx'

type Props = { isSignedIn: boolean }

export function Footer({ isSignedIn }: Props) {
  const text = useTexts()
  const { settings, renderedAt } = usePage()
  const year = new Date(renderedAt).getUTCFullYear()
  return (
    <Box as="footer" bg="plate.night" color="plate.paper" mt={{ base: '12', md: '16' }}>
      <Microtext color="plate.foil" />
      <Wrap>
        <Grid
          templateColumns={{ base: '1fr', md: '2fr 1fr 1fr' }}
          gap={{ base: '8', md: '12' }}
          py={{ base: '8', md: '12' }}
        >
          <Box>
            <Brand color="plate.paper" />
            <Text mt="3" maxW="38ch" fontSize="sm">
              {text.footer.entries} {text.footer.licensed}
            </Text>
            {settings.licenceNumber && (
              <Text fontFamily="serial" fontSize="micro" mt="2" letterSpacing="serial">
                {text.footer.licence(settings.licenceNumber)}
                <LicenceGiven licence={settings} />
              </Text>
            )}
            <Flex as="nav" aria-label={text.footer.social} gap="1" mt="4" ms="-2" wrap="wrap">
              {socialLinks(settings).map(({ name, url }) => (
                <FooterLink key={name} href={url}>
                  {name}
                </FooterLink>
              ))}
            </Flex>
          </Box>
          <FooterList title={text.footer.quickLinks}>
            <FooterLink to={paths.howItWorks}>{text.nav.howItWorks}</FooterLink>
            <FooterLink to={paths.raffles}>{text.footer.currentRaffles}</FooterLink>
            <FooterLink to={paths.anchors.winners}>{text.footer.winners}</FooterLink>
            <FooterLink to={isSignedIn ? paths.dashboard : paths.login}>
              {text.footer.myAccount}
            </FooterLink>
          </FooterList>
          <FooterList title={text.footer.support}>
            <FooterLink to={paths.faq}>{text.footer.faq}</FooterLink>
            <FooterLink href={chatLink(settings)}>{text.footer.contact}</FooterLink>
            <FooterLink to={paths.terms}>{text.footer.terms}</FooterLink>
            <FooterLink to={paths.privacy}>{text.footer.privacy}</FooterLink>
            <FooterLink to={paths.shipping}>{text.footer.shipping}</FooterLink>
          </FooterList>
        </Grid>
        <Flex
          borderTopWidth="1px"
          borderTopStyle="dashed"
          borderColor="rgba(245,246,241,.3)"
          py="5"
          pe={{ base: '16', xl: '0' }}
          align="center"
          justify="space-between"
          wrap="wrap"
          gap="3"
        >
          <Text fontSize="xs">{text.footer.rights(year, settings.shopName)}</Text>
          <Flex align="center" wrap="wrap" gap="3">
            <Box ms="-2">
              <LanguageSwitch color="plate.paper" />
            </Box>
            <ColourModeButton />
          </Flex>
        </Flex>
      </Wrap>
    </Box>
  )
}

function FooterList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="nav" aria-label={title}>
      <Heading as="h2" fontSize="sm" fontWeight="bold" color="plate.foil" mb="1">
        {title}
      </Heading>
      <Flex direction="column" align="flex-start" ms="-2">
        {children}
      </Flex>
    </Box>
  )
}

type FooterLinkProps = { to?: string; href?: string; children: string }

function FooterLink({ to, href, children }: FooterLinkProps) {
  return (
    <chakra.span
      css={{
        '& a': { display: 'inline-block', px: '2', py: '2', fontSize: 'sm' },
        '& a:hover': { textDecoration: 'underline' },
      }}
    >
      {to ? (
        <Link to={to}>{children}</Link>
      ) : (
        <a href={href} target="_blank" rel="noreferrer">
          {children}
        </a>
      )}
    </chakra.span>
  )
}
