import { Box, chakra, Drawer, Flex, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'

import { Button } from '../../../components/button.tsx'
import { paths } from '../../../lib/paths.ts'
import { modal } from '../../../lib/modal.ts'
import { useTexts } from '../../../lib/text/text.tsx'
import { LanguageSwitch } from './language-switch.tsx'

type Props = { isSignedIn: boolean; onClose: () => void }

/** The links of the top bar, for a phone. */
export function MenuDrawer({ isSignedIn, onClose }: Props) {
  const text = useTexts()
  const links = [
    [paths.raffles, text.nav.raffles],
    [paths.howItWorks, text.nav.howItWorks],
    isSignedIn ? [paths.dashboard, text.nav.dashboard] : [paths.login, text.nav.signIn],
  ] as const
  return (
    <Drawer.Root placement="start" {...modal(onClose)}>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content>
            <Drawer.Header>
              <Drawer.Title>{text.nav.menu}</Drawer.Title>
            </Drawer.Header>
            <Drawer.Body>
              <Flex as="nav" direction="column" aria-label={text.nav.menu}>
                {links.map(([to, label]) => (
                  <chakra.span
                    key={to}
                    css={{ '& a': { display: 'flex', alignItems: 'center', minH: 'control' } }}
                    borderBottomWidth="1px"
                    borderBottomStyle="dashed"
                    fontSize="lg"
                    fontWeight="bold"
                  >
                    <Link to={to} onClick={onClose}>
                      {label}
                    </Link>
                  </chakra.span>
                ))}
              </Flex>
              <Box mt="5" ms="-2">
                <LanguageSwitch />
              </Box>
            </Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <Button variant="ghost" size="icon" aria-label={text.nav.close}>
                <X size={20} aria-hidden />
              </Button>
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  )
}
