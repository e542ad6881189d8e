// What may be done with products: each act has its dialog, its call and its words.
import { useState } from 'react'

import type { AdminProduct } from '#services/contract/admin-products.ts'

import { ConfirmDialog } from '../../../components/admin/confirm-dialog.tsx'
import { ConflictNotice } from '../../../components/admin/conflict-notice.tsx'
import { Button } from '../../../components/button.tsx'
import { useLinkableRaffles } from '../../../features/admin-products/api/linkable-raffles.ts'
import {
  readProduct,
  useDeleteProduct,
  useSaveProduct,
} from '../../../features/admin-products/api/products.ts'
import { ProductDialog } from '../../../features/admin-products/components/product-dialog.tsx'
import {
  fieldsOf,
  newProduct,
  productFormData,
} from '../../../features/admin-products/product-form.ts'
import { formOf } from '../../../lib/admin/calls.ts'
import {
  codeOf,
  fieldErrorsOf,
  isConflict,
  showFailure,
  showRefusal,
  showSuccess,
} from '../../../lib/admin/outcome.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { Variants } from './variant-dialogs.tsx'

export type OpenProductDialog =
  | { kind: 'add' }
  | { kind: 'variants' | 'edit' | 'delete'; product: AdminProduct }

export function ProductDialogs({
  dialog,
  onClose,
}: {
  dialog: OpenProductDialog
  onClose: () => void
}) {
  switch (dialog.kind) {
    case 'add':
      return <Editor key="new" product={null} onClose={onClose} />
    case 'edit':
      return <Editor key={dialog.product.id} product={dialog.product} onClose={onClose} />
    case 'variants':
      return <Variants product={dialog.product} onClose={onClose} />
    case 'delete':
      return <Delete product={dialog.product} onClose={onClose} />
  }
}

type EditorProps = { product: AdminProduct | null; onClose: () => void }

function Editor({ product: opened, onClose }: EditorProps) {
  const { products, productForm, conflict } = useCatalogueTexts()
  const admin = useAdminTexts()
  const save = useSaveProduct()
  const { isError: areRafflesMissing } = useLinkableRaffles()
  const [product, setProduct] = useState(opened)
  const takeUp = async () => {
    if (product) setProduct(await readProduct(product.id))
    save.reset()
  }
  const readAnew = () =>
    void takeUp().catch((error: unknown) => showFailure(admin.error, error, products.failed))
  return (
    <ProductDialog
      product={product}
      initial={product ? fieldsOf(product) : newProduct}
      raffles={useOffered(product)}
      isPending={save.isPending}
      refused={{
        ...(areRafflesMissing && { raffleId: productForm.rafflesFailed }),
        ...fieldErrorsOf(save.error),
      }}
      refusal={save.error}
      conflict={<ConflictNotice error={save.error} line={conflict} onReadAnew={readAnew} />}
      onSubmit={(fields, image) =>
        save.mutate(
          { product, form: productFormData(fields, image) },
          {
            onSuccess: () => {
              showSuccess(product ? products.updated : products.created)
              onClose()
            },
            onError: (error) => {
              if (!isConflict(error)) showFailure(admin.error, error, products.saveFailed)
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

/** What a product may be linked to, and what it is linked to now, wherever that raffle stands. */
function useOffered(product: AdminProduct | null) {
  const { data: open = [] } = useLinkableRaffles()
  const { raffleId = null, raffleName = null } = product ?? {}
  if (raffleId === null || open.some(({ id }) => id === raffleId)) return open
  return [{ id: raffleId, name: raffleName ?? raffleId }, ...open]
}

/** One that was ordered stays; then the way out is to make it inactive. */
function Delete({ product: opened, onClose }: { product: AdminProduct; onClose: () => void }) {
  const { products, conflict } = useCatalogueTexts()
  const admin = useAdminTexts()
  const removal = useDeleteProduct()
  const save = useSaveProduct()
  const [product, setProduct] = useState(opened)
  const takeUp = async () => {
    setProduct(await readProduct(product.id))
    // That it was ordered stays so, and with it the other way out.
    if (isConflict(removal.error)) removal.reset()
    save.reset()
  }
  const readAnew = () =>
    void takeUp().catch((error: unknown) => showFailure(admin.error, error, products.failed))
  const isUsed = codeOf(removal.error) === 'cannot_delete_product'
  const hide = () =>
    save.mutate(
      { product, form: formOf({ active: '0' }) },
      {
        onSuccess: () => {
          showSuccess(products.updated)
          onClose()
        },
        onError: (error) => {
          if (!isConflict(error)) showFailure(admin.error, error, products.saveFailed)
        },
      },
    )
  const refusal = save.error ?? removal.error
  return (
    <ConfirmDialog
      key={product.version}
      title={products.deleteTitle}
      question={products.deleteQuestion(product.name)}
      label={admin.delete}
      isPending={removal.isPending}
      onConfirm={() =>
        removal.mutate(product, {
          onSuccess: () => {
            showSuccess(products.deleted)
            onClose()
          },
          onError: (error) => {
            if (isConflict(error)) return
            const isOrdered = codeOf(error) === 'cannot_delete_product'
            if (isOrdered) showRefusal(products.cannotDelete, products.inUse)
            else showFailure(products.cannotDelete, error, products.deleteFailed)
            if (!isOrdered || product.active === 0) onClose()
          },
        })
      }
      onClose={onClose}
      notice={<ConflictNotice error={refusal} line={conflict} onReadAnew={readAnew} />}
    >
      {isUsed && (
        <Button variant="outline" width="full" mt="4" disabled={save.isPending} onClick={hide}>
          {products.setInactive}
        </Button>
      )}
    </ConfirmDialog>
  )
}
