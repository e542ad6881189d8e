// The frame of every customer page: bar, page, footer, chat, and the one overlay that may be open.
import { Box, chakra } from '@chakra-ui/react'
import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'

import { later } from '../../components/later.tsx'
import { VeilSpinner } from '../../components/page-spinner.tsx'
import { WhenIdle } from '../../components/when-idle.tsx'
import { useMe } from '../../features/auth/api/me.ts'
import { itemCount } from '../../features/cart/cart.ts'
import { useCart } from '../../features/cart/cart-store.ts'
import { ChatButton } from '../../features/chrome/components/chat-button.tsx'
import { TopBar } from '../../features/chrome/components/top-bar.tsx'
import { openOverlay, useOverlay } from '../../lib/overlay.ts'
import { lazily } from '../../lib/patient.ts'
import { useTexts } from '../../lib/text/text.tsx'
import { useAccountCart } from './use-account-cart.ts'

const loadOverlays = () => import('./overlays.tsx')
const AfterPage = lazily(async () => (await import('./after-page.tsx')).AfterPage)
const Footer = later('footer', async () => (await import('./late-footer.tsx')).LateFooter)
const Overlays = lazily(async () => (await loadOverlays()).Overlays)

export function ShopLayout() {
  const text = useTexts()
  const cart = useCart()
  const { data: user } = useMe()
  useAccountCart(user === undefined ? undefined : (user?.id ?? null))
  const isSignedIn = Boolean(user)

  return (
    <>
      <SkipLink>{text.skip}</SkipLink>
      <TopBar
        cartCount={itemCount(cart)}
        isSignedIn={isSignedIn}
        onMenu={() => openOverlay({ kind: 'menu' })}
        onCart={() => openOverlay({ kind: 'cart' })}
        onIntent={() => void loadOverlays().catch(() => {})}
      />
      <Box as="main" id="main" tabIndex={-1} minH="60dvh">
        <Outlet />
      </Box>
      <Footer />
      <Box display="none" height="80px" bg="plate.night" css={roomForBuyBar} />
      <aside aria-label={text.footer.chat}>
        <ChatButton />
      </aside>
      <OpenOverlay />
      <WhenIdle>
        <AfterPage />
      </WhenIdle>
    </>
  )
}

/** Below the footer, so that the bar of a raffle's page covers nothing of it. */
const roomForBuyBar = { 'body:has(#buy-bar) &': { display: { base: 'block', lg: 'none' } } }

function OpenOverlay() {
  const overlay = useOverlay()
  if (overlay.kind === 'none') return null
  return (
    <Suspense fallback={<VeilSpinner />}>
      <Overlays />
    </Suspense>
  )
}

function SkipLink({ children }: { children: string }) {
  return (
    <chakra.a
      href="#main"
      position="absolute"
      top="-100px"
      insetInlineStart="4"
      zIndex="toast"
      bg="cedar.solid"
      color="cedar.on"
      px="4"
      py="3"
      borderRadius="control"
      _focus={{ top: '2' }}
    >
      {children}
    </chakra.a>
  )
}
