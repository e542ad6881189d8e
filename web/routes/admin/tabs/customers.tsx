import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { useAdminTexts } from '../../../lib/text/admin.ts'

export function CustomersTab() {
  const text = useAdminTexts()
  return <AdminPage title={text.tabs.customers}>{null}</AdminPage>
}
