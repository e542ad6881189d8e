import { Box, Tabs, Text } from '@chakra-ui/react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { User } from '#services/contract/auth.ts'

import { PageTitle } from '../../components/page-title.tsx'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { useLanguage } from '../../lib/text/text.tsx'
import { railStyles } from './rail.ts'
import { StaffFrame } from './staff-page.tsx'
import { adminTabs, tabNamed, tabsFor } from './tabs.ts'

/** The staff area: five tabs, each with its own address, as far as a role opens them. */
export function AdminHome() {
  const text = useAdminTexts()
  usePreloadedTab()
  return (
    <StaffFrame>
      {(staff) => (
        <>
          <Box mb="4">
            <PageTitle fontSize="2xl">{text.title}</PageTitle>
            <Text color="fg.soft" mt="1">
              {text.subtitle}
            </Text>
          </Box>
          <AdminTabs staff={staff} />
        </>
      )}
    </StaffFrame>
  )
}

function AdminTabs({ staff }: { staff: User }) {
  const text = useAdminTexts()
  const language = useLanguage()
  const isWide = useIsWide()
  const [search, setSearch] = useSearchParams()
  const current = tabNamed(search.get('tab'), staff)
  const tabs = tabsFor(staff)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = bar.current?.querySelector(`[data-value="${current}"]`)
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <Tabs.Root
      value={current}
      onValueChange={({ value }) => setSearch({ tab: value }, { preventScrollReset: true })}
      orientation={isWide ? 'vertical' : 'horizontal'}
      activationMode="manual"
      lazyMount
      unmountOnExit
      display="flex"
      flexDirection={{ base: 'column', xl: 'row' }}
      gap={{ base: '4', xl: '8' }}
    >
      <Tabs.List ref={bar} aria-label={text.sections} {...railStyles.list}>
        {tabs.map(({ name, icon: Icon, preload }) => (
          <Tabs.Trigger
            key={name}
            value={name}
            onPointerEnter={() => void preload(language).catch(() => {})}
            {...railStyles.entry}
            {...railStyles.link}
            _selected={{ bg: 'cedar.subtle', color: 'cedar.fg', boxShadow: 'none' }}
          >
            <Icon size={18} aria-hidden />
            {text.tabs[name]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ name, Page }) => (
        <Tabs.Content key={name} value={name} flex="1" minW="0" pt="0">
          <Page />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** The tab that is wanted comes while the shop is still asked who is there. */
function usePreloadedTab(): void {
  const language = useLanguage()
  const [search] = useSearchParams()
  const wanted = search.get('tab')
  useEffect(() => {
    const tab = adminTabs.find(({ name }) => name === wanted) ?? adminTabs[0]
    tab?.preload(language).catch(() => {}) // the tab itself reports it
  }, [wanted, language])
}

const WIDE = '(min-width: 1280px)'

/** The rail is walked with the arrows up and down, the bar with those to the sides. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  )

function watchWidth(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
