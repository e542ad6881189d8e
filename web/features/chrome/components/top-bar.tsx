import { Box, chakra, Flex } from '@chakra-ui/react'
import { Menu, ShoppingBag, UserRound } from 'lucide-react'
import { Link, NavLink } from 'react-router-dom'

import { Button } from '../../../components/button.tsx'
import { Brand } from '../../../components/brand.tsx'
import { Microtext } from '../../../components/microtext.tsx'
import { Wrap } from '../../../components/section.tsx'
import { paths } from '../../../lib/paths.ts'
import { useTexts } from '../../../lib/text/text.tsx'

type Props = {
  cartCount: number
  isSignedIn: boolean
  onMenu: () => void
  onCart: () => void
  /** The pointer or the keyboard has reached the cart: its code may be fetched. */
  onIntent: () => void
}

export function TopBar({ cartCount, isSignedIn, onMenu, onCart, onIntent }: Props) {
  const text = useTexts()
  return (
    <Box as="header" position="sticky" top="0" zIndex="bar" bg="bg.surface" borderBottomWidth="1px">
      <Wrap>
        <Flex align="center" gap={{ base: '1', md: '4' }} minH={{ base: 'barMobile', lg: 'bar' }}>
          <Button
            variant="ghost"
            size="icon"
            hideFrom="lg"
            aria-label={text.nav.menu}
            aria-haspopup="dialog"
            onClick={onMenu}
            onPointerEnter={onIntent}
            ms="-2"
          >
            <Menu size={22} aria-hidden />
          </Button>
          <Brand />
          <Flex as="nav" hideBelow="lg" gap="1" ms="6" aria-label={text.nav.menu}>
            <BarLink to={paths.raffles}>{text.nav.raffles}</BarLink>
            <BarLink to={paths.howItWorks}>{text.nav.howItWorks}</BarLink>
          </Flex>
          <Flex ms="auto" align="center" gap={{ base: '0', md: '2' }}>
            <CartButton count={cartCount} onClick={onCart} onIntent={onIntent} />
            <AccountButtons isSignedIn={isSignedIn} />
          </Flex>
        </Flex>
      </Wrap>
      <Microtext color="cedar.fg" />
    </Box>
  )
}

function BarLink({ to, children }: { to: string; children: string }) {
  return (
    <chakra.span
      css={{
        '& a': { display: 'block', px: '3', py: '2', fontWeight: 'medium', borderRadius: 'tag' },
        '& a:hover': { bg: 'bg.sunk' },
        '& a[aria-current=page]': { color: 'cedar.fg', fontWeight: 'bold' },
      }}
    >
      <NavLink to={to}>{children}</NavLink>
    </chakra.span>
  )
}

type CartButtonProps = { count: number; onClick: () => void; onIntent: () => void }

function CartButton({ count, onClick, onIntent }: CartButtonProps) {
  const text = useTexts()
  return (
    <Button
      variant="ghost"
      size="icon"
      position="relative"
      aria-label={count > 0 ? text.nav.cartWith(count) : text.nav.cart}
      aria-haspopup="dialog"
      onClick={onClick}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      <ShoppingBag size={22} aria-hidden />
      {count > 0 && (
        <chakra.span
          aria-hidden
          position="absolute"
          top="2px"
          insetInlineEnd="0"
          minW="20px"
          px="1"
          borderRadius="full"
          bg="saffron.solid"
          color="saffron.on"
          fontSize="micro"
          fontWeight="bold"
          lineHeight="20px"
        >
          {count}
        </chakra.span>
      )}
    </Button>
  )
}

function AccountButtons({ isSignedIn }: { isSignedIn: boolean }) {
  const text = useTexts()
  const to = isSignedIn ? paths.dashboard : paths.login
  return (
    <>
      <Button asChild variant="ghost" size="icon">
        <Link to={to} aria-label={text.nav.account}>
          <UserRound size={22} aria-hidden />
        </Link>
      </Button>
      <Button asChild variant="outline" size="sm" hideBelow="md">
        <Link to={to}>{isSignedIn ? text.nav.dashboard : text.nav.signIn}</Link>
      </Button>
    </>
  )
}
