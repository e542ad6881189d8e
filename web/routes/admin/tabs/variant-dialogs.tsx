// The variants of one product: their list, and what may be done with each.
import { useState } from 'react'

import type { AdminProduct, AdminVariant } from '#services/contract/admin-products.ts'

import { ConfirmDialog } from '../../../components/admin/confirm-dialog.tsx'
import { ChangedNotice, ConflictNotice } from '../../../components/admin/conflict-notice.tsx'
import { EmptyState, ListFaces } from '../../../components/admin/list-faces.tsx'
import {
  useAdjustStock,
  useAdminVariants,
  useDeleteVariant,
  useSaveVariant,
} from '../../../features/admin-products/api/variants.ts'
import { StockDialog } from '../../../features/admin-products/components/stock-dialog.tsx'
import { VariantForm } from '../../../features/admin-products/components/variant-form.tsx'
import { VariantList } from '../../../features/admin-products/components/variant-list.tsx'
import { VariantsDialog } from '../../../features/admin-products/components/variants-dialog.tsx'
import { variantFormData } from '../../../features/admin-products/variant-form.ts'
import { useMe } from '../../../features/auth/api/me.ts'
import { useKeyFor } from '../../../lib/admin/key-for.ts'
import { isOffered } from '../../../lib/admin/offers.ts'
import { listState } from '../../../lib/admin/use-admin-list.ts'
import {
  codeOf,
  fieldErrorsOf,
  isConflict,
  showFailure,
  showRefusal,
  showSuccess,
} from '../../../lib/admin/outcome.ts'
import { sentenceOf } from '../../../lib/http.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'

type Open =
  | { kind: 'list'; cameFrom: string | null }
  | { kind: 'form'; variant: AdminVariant | null }
  | { kind: 'stock'; variant: AdminVariant }
  | { kind: 'delete'; variant: AdminVariant }

type Props = { product: AdminProduct; onClose: () => void }

/** One dialog takes the place of the other: what was done leads back to the list. */
export function Variants({ product, onClose }: Props) {
  const [open, setOpen] = useState<Open>({ kind: 'list', cameFrom: null })
  const back = () => setOpen((now) => ({ kind: 'list', cameFrom: nameOf(now) }))
  switch (open.kind) {
    case 'list':
      return <List product={product} cameFrom={open.cameFrom} onOpen={setOpen} onClose={onClose} />
    case 'form':
      return <Form product={product} variant={open.variant} onClose={back} />
    case 'stock':
      return <Stock product={product} variant={open.variant} onClose={back} />
    case 'delete':
      return <Delete product={product} variant={open.variant} onClose={back} />
  }
}

/** As the buttons of the list are called by what they open. */
const nameOf = (open: Open): string | null =>
  open.kind === 'list' ? open.cameFrom : `${open.kind} ${open.variant?.id ?? 'new'}`

type ListProps = Props & { cameFrom: string | null; onOpen: (open: Open) => void }

function List({ product, cameFrom, onOpen, onClose }: ListProps) {
  const { variants: text } = useCatalogueTexts()
  const { data: user } = useMe()
  const mayChange = isOffered('changeCatalogue', user)
  const query = useAdminVariants(product.id)
  const variants = query.data?.variants ?? []
  return (
    <VariantsDialog
      productName={product.name}
      cameFrom={cameFrom}
      onAdd={mayChange ? () => onOpen({ kind: 'form', variant: null }) : null}
      onClose={onClose}
    >
      <ListFaces
        state={listState(query, variants.length)}
        error={query.error}
        failedLine={text.failed}
        empty={<EmptyState line={text.empty} />}
        onRetry={() => void query.refetch()}
      >
        <VariantList
          caption={text.title(product.name)}
          variants={variants}
          mayChange={mayChange}
          onEdit={(variant) => onOpen({ kind: 'form', variant })}
          onStock={(variant) => onOpen({ kind: 'stock', variant })}
          onDelete={(variant) => onOpen({ kind: 'delete', variant })}
        />
      </ListFaces>
    </VariantsDialog>
  )
}

type Read<Opened> = { variant: AdminVariant | Opened; version: string | undefined }

/** As it was read when the dialog was opened: what others save from then on is a conflict. */
function useRead<Opened extends AdminVariant | null>(productId: string, opened: Opened) {
  const { variants: text } = useCatalogueTexts()
  const admin = useAdminTexts()
  const { data, refetch } = useAdminVariants(productId)
  const [read, setRead] = useState<Read<Opened>>({ variant: opened, version: data?.version })
  const takeUp = async () => {
    const { data: fresh } = await refetch({ throwOnError: true })
    // Deleted meanwhile: it stays in view, and the shop says so when it is saved.
    const found = fresh?.variants.find(({ id }) => id === opened?.id)
    const variant: AdminVariant | Opened = found === undefined ? read.variant : found
    setRead({ variant, version: fresh?.version })
  }
  const readAnew = (then: () => void) =>
    void takeUp()
      .then(then)
      .catch((error: unknown) => showFailure(admin.error, error, text.failed))
  return { ...read, readAnew }
}

function Form({ product, variant: opened, onClose }: Props & { variant: AdminVariant | null }) {
  const { variants: text, conflict } = useCatalogueTexts()
  const admin = useAdminTexts()
  const save = useSaveVariant()
  const { variant, version, readAnew } = useRead(product.id, opened)
  const again = () => readAnew(save.reset)
  // Sold meanwhile, which is no newer version: what was counted is held against what is there now.
  const isStockChanged = codeOf(save.error) === 'stock_changed'
  const notice = isStockChanged ? (
    <ChangedNotice line={sentenceOf(save.error, text.saveFailed)} onReadAnew={again} />
  ) : (
    <ConflictNotice error={save.error} line={conflict} onReadAnew={again} />
  )
  return (
    <VariantForm
      variant={variant}
      version={version}
      price={product.price}
      isPending={save.isPending}
      refused={fieldErrorsOf(save.error)}
      refusal={save.error}
      conflict={notice}
      onSubmit={(fields, image) =>
        save.mutate(
          {
            productId: product.id,
            variantId: variant?.id ?? null,
            version,
            form: variantFormData(fields, image, variant),
          },
          {
            onSuccess: () => {
              showSuccess(variant ? text.updated : text.created)
              onClose()
            },
            onError: (error) => {
              if (!isConflict(error) && codeOf(error) !== 'stock_changed')
                showFailure(admin.error, error, text.saveFailed)
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

function Stock({ product, variant: opened, onClose }: Props & { variant: AdminVariant }) {
  const { variants: text, conflict } = useCatalogueTexts()
  const admin = useAdminTexts()
  const adjust = useAdjustStock()
  const keyFor = useKeyFor()
  const { variant, version, readAnew } = useRead(product.id, opened)
  const notice = (
    <ConflictNotice
      error={adjust.error}
      line={conflict}
      onReadAnew={() => readAnew(adjust.reset)}
    />
  )
  return (
    <StockDialog
      variant={variant}
      isPending={adjust.isPending}
      conflict={notice}
      onSubmit={(change) =>
        adjust.mutate(
          {
            productId: product.id,
            variantId: variant.id,
            // A count corrects the number that was read; what came or went adds to any.
            version: change.reason === 'counted' ? version : undefined,
            ...change,
            idempotencyKey: keyFor(change),
          },
          {
            onSuccess: () => {
              showSuccess(text.adjusted)
              onClose()
            },
            onError: (error) => {
              if (!isConflict(error)) showFailure(admin.error, error, text.adjustFailed)
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

function Delete({ product, variant: opened, onClose }: Props & { variant: AdminVariant }) {
  const { variants: text, conflict } = useCatalogueTexts()
  const admin = useAdminTexts()
  const { data, refetch } = useAdminVariants(product.id)
  const removal = useDeleteVariant()
  const [{ variant, version }, setRead] = useState({ variant: opened, version: data?.version })
  const takeUp = async () => {
    const { data: fresh } = await refetch({ throwOnError: true })
    const found = fresh?.variants.find(({ id }) => id === opened.id)
    if (found === undefined) return onClose()
    setRead({ variant: found, version: fresh?.version })
    removal.reset()
  }
  const readAnew = () =>
    void takeUp().catch((error: unknown) => showFailure(admin.error, error, text.failed))
  return (
    <ConfirmDialog
      key={version}
      title={text.deleteTitle}
      question={text.deleteQuestion(variant.name)}
      label={admin.delete}
      isPending={removal.isPending}
      onConfirm={() =>
        removal.mutate(
          { productId: product.id, variantId: variant.id, version },
          {
            onSuccess: () => {
              showSuccess(text.deleted)
              onClose()
            },
            onError: (error) => {
              if (isConflict(error)) return
              if (codeOf(error) === 'cannot_delete_variant')
                showRefusal(text.cannotDelete, text.inUse)
              else showFailure(text.cannotDelete, error, text.deleteFailed)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
      notice={<ConflictNotice error={removal.error} line={conflict} onReadAnew={readAnew} />}
    />
  )
}
