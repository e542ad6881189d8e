import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'

import { AdminPage } from '../../../components/admin/admin-page.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Button } from '../../../components/button.tsx'
import { useAdminProducts } from '../../../features/admin-products/api/products.ts'
import { ProductTable } from '../../../features/admin-products/components/product-table.tsx'
import { useMe } from '../../../features/auth/api/me.ts'
import { isOffered } from '../../../lib/admin/offers.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { useAdminImportTexts } from '../../../lib/text/admin-import.ts'
import { ProductImport } from './product-import.tsx'
import { ProductDialogs } from './product-dialogs.tsx'
import type { OpenProductDialog } from './product-dialogs.tsx'

export function ProductsTab() {
  const { products } = useCatalogueTexts()
  const imports = useAdminImportTexts()
  const list = useAdminProducts()
  const [dialog, setDialog] = useState<OpenProductDialog | null>(null)
  const [isImporting, setIsImporting] = useState(false)
  const { data: user } = useMe()
  const mayChange = isOffered('changeCatalogue', user)
  const add = () => setDialog({ kind: 'add' })
  return (
    <AdminPage
      title={products.title}
      actions={
        mayChange && (
          <>
            <Button variant="outline" onClick={() => setIsImporting(true)}>
              <FileUp size={18} aria-hidden />
              {imports.open}
            </Button>
            <Button onClick={add}>
              <Plus size={18} aria-hidden />
              {products.add}
            </Button>
          </>
        )
      }
    >
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={products.failed}
        empty={
          <EmptyState line={products.empty}>
            {mayChange && <Button onClick={add}>{products.add}</Button>}
          </EmptyState>
        }
        onRetry={list.refresh}
      >
        <ProductTable
          rows={list.rows}
          mayChange={mayChange}
          mayReadTrail={isOffered('readTrail', user)}
          onAct={(kind, product) => setDialog({ kind, product })}
        />
        <LoadMore
          shown={list.rows.length}
          total={list.total}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={list.more}
        />
      </ListFaces>
      {isImporting && <ProductImport onClose={() => setIsImporting(false)} />}
      {dialog && <ProductDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </AdminPage>
  )
}
