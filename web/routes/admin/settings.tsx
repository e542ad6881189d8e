import { AdminPage } from '../../components/admin/admin-page.tsx'
import { ErrorRetry, ListSpinner } from '../../components/admin/list-faces.tsx'
import { useSettingsOfShop } from '../../features/admin-settings/api/settings.ts'
import { SettingsView } from '../../features/admin-settings/components/settings-view.tsx'
import { useAdminSettingsTexts } from '../../lib/text/admin-settings.ts'
import { StaffPage } from './staff-page.tsx'

/** How the shop is set up, to be read. */
export const SettingsPage = () => <StaffPage>{() => <Settings />}</StaffPage>

function Settings() {
  const text = useAdminSettingsTexts()
  const { data: settings, error, refetch } = useSettingsOfShop()
  return (
    <AdminPage level="h1" title={text.title} lead={text.lead}>
      {error && !settings && (
        <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !settings && <ListSpinner />}
      {settings && <SettingsView settings={settings} />}
    </AdminPage>
  )
}
