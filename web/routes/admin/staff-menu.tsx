import { Box, chakra, Drawer, Flex, Portal, Text } from '@chakra-ui/react'
import { LogOut, Store, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'

import type { User } from '#services/contract/auth.ts'

import { Button } from '../../components/button.tsx'
import { ColourModeButton } from '../../features/chrome/components/colour-mode-button.tsx'
import { LanguageSwitch } from '../../features/chrome/components/language-switch.tsx'
import { modal } from '../../lib/modal.ts'
import { useSettings } from '../../lib/page.tsx'
import { paths } from '../../lib/paths.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { adminMenu } from './menu.ts'

type Props = { staff: User; onLeave: () => void; onClose: () => void }

/** Everything beyond the five tabs, as far as this person's role opens it. */
export function StaffMenu({ staff, onLeave, onClose }: Props) {
  const text = useAdminTexts()
  const { host } = useSettings()
  const entries = adminMenu.filter(({ roles }) => staff.role && roles.includes(staff.role))
  return (
    <Drawer.Root placement="end" {...modal(onClose)}>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content>
            <Drawer.Header>
              <Drawer.Title>{text.menu.title}</Drawer.Title>
              <Text fontSize="sm" color="fg.soft" mt="1">
                <bdi>{text.signedInAs(staff.fullName ?? staff.email ?? '')}</bdi>
              </Text>
            </Drawer.Header>
            <Drawer.Body>
              <Flex as="nav" direction="column" aria-label={text.menu.title}>
                {entries.map(({ path, label, icon, Count }) => (
                  <MenuLink key={path} to={path} icon={icon} Count={Count} onClick={onClose}>
                    {text.menu[label]}
                  </MenuLink>
                ))}
                <MenuLink
                  to={paths.home}
                  icon={Store}
                  // Of another host: the browser leaves, and asks first while notes are not saved.
                  isAway={host === 'staff'}
                  onClick={onClose}
                >
                  {text.shop}
                </MenuLink>
              </Flex>
              <Box mt="5" ms="-2">
                <LanguageSwitch />
              </Box>
              <Box mt="4">
                <ColourModeButton variant="outline" />
              </Box>
            </Drawer.Body>
            <Drawer.Footer>
              <Button variant="outline" width="full" onClick={onLeave}>
                <LogOut size={18} aria-hidden />
                {text.logout}
              </Button>
            </Drawer.Footer>
            <Drawer.CloseTrigger asChild>
              <Button variant="ghost" size="icon" aria-label={text.close}>
                <X size={20} aria-hidden />
              </Button>
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  )
}

type LinkProps = {
  to: string
  icon: LucideIcon
  Count?: ComponentType | undefined
  isAway?: boolean
  onClick: () => void
  children: string
}

function MenuLink({ to, icon: Icon, Count, isAway = false, onClick, children }: LinkProps) {
  return (
    <chakra.span
      css={{ '& a': { display: 'flex', alignItems: 'center', gap: '3', minH: 'control' } }}
      borderBottomWidth="1px"
      borderBottomStyle="dashed"
      fontWeight="bold"
    >
      <Link to={to} reloadDocument={isAway} onClick={onClick}>
        <Icon size={18} aria-hidden />
        {children}
        {Count && (
          <Suspense fallback={null}>
            <Count />
          </Suspense>
        )}
      </Link>
    </chakra.span>
  )
}
