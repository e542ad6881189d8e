import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { useAdminTexts } from '../../../lib/text/admin.ts'

export function OrdersTab() {
  const text = useAdminTexts()
  return <AdminPage title={text.tabs.orders}>{null}</AdminPage>
}
