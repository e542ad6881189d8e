import { chakra, Flex } from '@chakra-ui/react'
import { Download, Search, UserX } from 'lucide-react'
import { useState } from 'react'

import { beirutDayOf } from '#events/kernel/beirut-day.ts'
import type { CustomerRow } from '#services/contract/admin-customers.ts'

import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { RefreshButton } from '../../../components/admin/refresh-button.tsx'
import { Button } from '../../../components/button.tsx'
import { Input } from '../../../components/input.tsx'
import {
  useCustomers,
  useExportCustomers,
} from '../../../features/admin-customers/api/customers.ts'
import { CustomerDialog } from '../../../features/admin-customers/components/customer-dialog.tsx'
import type { Rights } from '../../../features/admin-customers/components/customer-dialog.tsx'
import { CustomerTable } from '../../../features/admin-customers/components/customer-table.tsx'
import { ExclusionList } from '../../../features/admin-customers/components/exclusion-list.tsx'
import { useMe } from '../../../features/auth/api/me.ts'
import { isOffered } from '../../../lib/admin/offers.ts'
import { showFailure } from '../../../lib/admin/outcome.ts'
import { useSettled } from '../../../lib/admin/use-settled.ts'
import { useTyped } from '../../../lib/admin/use-typed.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'

const SEARCH_AFTER_MS = 300
/** The shop refuses more. */
const SEARCH_MAX = 100

export function CustomersTab() {
  const admin = useAdminTexts()
  const { customers: text } = useAnalyticsTexts()
  const [typed, setTyped] = useTyped('customers')
  const search = useSettled(typed.trim(), SEARCH_AFTER_MS)
  const [opened, setOpened] = useState<CustomerRow | null>(null)
  const list = useCustomers(search)
  const { data: user } = useMe()
  const rights = {
    mayExclude: isOffered('excludeCustomers', user),
    mayCorrect: isOffered('correctCustomers', user),
    mayReadTrail: isOffered('readTrail', user),
  }
  return (
    <AdminPage
      title={admin.tabs.customers}
      actions={
        <>
          <RefreshButton isRefreshing={list.isRefreshing} onRefresh={list.refresh} />
          {isOffered('readExclusions', user) && <ExcludedButton {...rights} />}
          {isOffered('takeFiles', user) && (
            <ExportButton search={search} isEmpty={list.rows.length === 0} />
          )}
        </>
      }
    >
      <SearchField value={typed} onChange={setTyped} />
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={text.failed}
        empty={<EmptyState line={search === '' ? text.none : text.noMatch} />}
        onRetry={list.refresh}
      >
        <CustomerTable customers={list.rows} onOpen={setOpened} />
        <LoadMore
          shown={list.rows.length}
          total={list.total}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={list.more}
        />
      </ListFaces>
      {opened && <CustomerDialog row={opened} {...rights} onClose={() => setOpened(null)} />}
    </AdminPage>
  )
}

/** Who may buy nothing at present stands in a list of its own. */
function ExcludedButton(rights: Rights) {
  const { exclusions: text } = useAnalyticsTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        <UserX size={18} aria-hidden />
        {text.title}
      </Button>
      {isOpen && <ExclusionList {...rights} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ExportButton({ search, isEmpty }: { search: string; isEmpty: boolean }) {
  const { customers: text } = useAnalyticsTexts()
  const exporting = useExportCustomers()
  const [today] = useState(() => beirutDayOf(new Date().toISOString()))
  return (
    <Button
      variant="outline"
      disabled={isEmpty || exporting.isPending}
      onClick={() =>
        exporting.mutate(
          { search, today },
          { onError: (error) => showFailure(text.exportFailed, error, text.exportFallback) },
        )
      }
    >
      <Download size={18} aria-hidden />
      {exporting.isPending ? text.exporting : text.export}
    </Button>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { customers: text } = useAnalyticsTexts()
  return (
    <Flex position="relative" mb="4" maxW={{ md: '420px' }}>
      <chakra.span
        aria-hidden
        position="absolute"
        insetInlineStart="4"
        top="50%"
        transform="translateY(-50%)"
        color="fg.muted"
        lineHeight="0"
      >
        <Search size={18} />
      </chakra.span>
      <Input
        type="search"
        ps="12"
        aria-label={text.search}
        placeholder={text.placeholder}
        maxLength={SEARCH_MAX}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Flex>
  )
}
