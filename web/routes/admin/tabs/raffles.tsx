import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { useAdminTexts } from '../../../lib/text/admin.ts'

export function RafflesTab() {
  const text = useAdminTexts()
  return <AdminPage title={text.tabs.raffles}>{null}</AdminPage>
}
