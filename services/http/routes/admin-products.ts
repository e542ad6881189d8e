// Products and variants for staff: list, create, change, delete.
import { Router } from 'express'
import type { Request } from 'express'

import { productIdSchema, variantIdSchema } from '#events/kernel/ids.ts'
import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import type { Variant } from '#events/product/decide.ts'
import { listShelfPage, shelfById, shelfCount } from '#projections/product-shelf/queries.ts'
import type { ShelfRow, ShelfStock } from '#projections/product-shelf/queries.ts'

import type { Catalogue } from '../../catalogue.ts'
import { changeProduct, deleteProduct, listProduct, readProduct } from '../../commands/product.ts'
import type { ProductNeeds, ProductNow } from '../../commands/product.ts'
import { adjustStock } from '../../commands/stock.ts'
import { stocksOf } from '../../commands/stock-table.ts'
import { addVariant, changeVariant, deleteVariant } from '../../commands/variant.ts'
import type { VariantNow } from '../../commands/variant.ts'
import {
  adjustStockRequest,
  changeProductForm,
  changeVariantForm,
  createProductForm,
  createVariantForm,
} from '../../contract/admin-products.ts'
import type { AdminVariant } from '../../contract/admin-products.ts'
import { idempotencyKey } from '../../contract/purchases.ts'
import { pageQuerySchema } from '../../contract/shared.ts'
import { deriveId } from '../../ids.ts'
import { ask, askOne } from '../../io/ask.ts'
import type { Limits } from '../limits.ts'
import { invalid, notFound } from '../problem.ts'
import { requireStaff } from '../session.ts'
import { readForm } from '../uploads.ts'
import { adminProductWire, adminVariantWire } from '../wire.ts'
import { actorOf, etagOf, ifMatch, shelfReaders, untilShown } from './admin-shared.ts'

export type AdminProductNeeds = ProductNeeds & { catalogue: Catalogue; limits: Limits }

export function adminProductRoutes(needs: AdminProductNeeds): Router {
  const router = Router()
  productRoutes(router, needs)
  variantRoutes(router, needs)
  return router
}

function productRoutes(router: Router, needs: AdminProductNeeds): void {
  const { database, catalogue, limits } = needs

  router.get('/api/admin/products', async (request, response) => {
    requireStaff(response, shelfReaders)
    const { page, limit } = pageQuerySchema.parse(request.query)
    const offset = (page - 1) * limit
    const rows = await ask(database, listShelfPage({ limit, offset }))
    const total = (await askOne(database, shelfCount())) ?? 0
    response.json({
      data: rows.map(adminProductWire),
      pagination: { hasMore: offset + rows.length < total, total },
    })
  })

  router.get('/api/admin/products/:id', async (request, response) => {
    requireStaff(response, shelfReaders)
    const row = await askOne(database, shelfById(productIdOf(request)))
    if (row === undefined || row.isRemoved) throw notFound()
    response.set('ETag', etagOf(String(row.version))).json(adminProductWire(row))
  })

  router.post('/api/admin/products', async (request, response) => {
    const actor = actorOf(request, response)
    limits.take('uploadsPerPerson', actor.personId)
    const { fields, image } = await readForm(request)
    const form = createProductForm.parse(fields)
    if (image === null)
      throw invalid('Please choose an image.', [{ path: 'image', message: 'is required' }])
    const row = await shownRow(needs, await listProduct(needs, { form, image, actor }))
    response
      .status(201)
      .set('ETag', etagOf(String(row.version)))
      .json(adminProductWire(row))
  })

  router.put('/api/admin/products/:id', async (request, response) => {
    const actor = actorOf(request, response)
    const productId = productIdOf(request)
    limits.take('uploadsPerPerson', actor.personId)
    const { fields, image } = await readForm(request)
    const form = changeProductForm.parse(fields)
    const change = { productId, form, image, actor, ifVersion: ifMatch(request) }
    const row = await shownRow(needs, await changeProduct(needs, change))
    response.set('ETag', etagOf(String(row.version))).json(adminProductWire(row))
  })

  router.delete('/api/admin/products/:id', async (request, response) => {
    const actor = actorOf(request, response)
    const productId = productIdOf(request)
    await deleteProduct(needs, { productId, actor, ifVersion: ifMatch(request) })
    await untilShown(catalogue, () => catalogue.product(productId) === undefined)
    response.json({ deleted: true })
  })
}

function variantRoutes(router: Router, needs: AdminProductNeeds): void {
  const { catalogue, limits } = needs
  const path = '/api/admin/products/:id/variants'

  router.get(path, async (request, response) => {
    requireStaff(response, shelfReaders)
    const productId = productIdOf(request)
    const { product, version } = await readProduct(needs, productId)
    const stocks = await stocksOf(needs.database, productId)
    response.set('ETag', etagOf(String(version))).json({
      variants: product.variants.map((variant) => withStock(variant, stocks)).map(adminVariantWire),
      version: String(version),
    })
  })

  router.post(path, async (request, response) => {
    const actor = actorOf(request, response)
    const productId = productIdOf(request)
    limits.take('uploadsPerPerson', actor.personId)
    const { fields, image } = await readForm(request)
    const form = createVariantForm.parse(fields)
    const added = await addVariant(needs, {
      productId,
      form,
      image,
      actor,
      ifVersion: ifMatch(request),
    })
    await shownRow(needs, added)
    response
      .status(201)
      .set('ETag', etagOf(String(added.version)))
      .json(await variantNow(needs, added))
  })

  router.put(`${path}/:variantId`, async (request, response) => {
    const actor = actorOf(request, response)
    const productId = productIdOf(request)
    const variantId = variantIdOf(request)
    limits.take('uploadsPerPerson', actor.personId)
    const { fields, image } = await readForm(request)
    const form = changeVariantForm.parse(fields)
    const changed = await changeVariant(needs, {
      productId,
      variantId,
      form,
      image,
      actor,
      ifVersion: ifMatch(request),
    })
    await shownRow(needs, changed)
    response.set('ETag', etagOf(String(changed.version))).json(await variantNow(needs, changed))
  })

  router.post(`${path}/:variantId/stock`, async (request, response) => {
    const actor = actorOf(request, response)
    const productId = productIdOf(request)
    const variantId = variantIdOf(request)
    const { change, reason, note = null } = adjustStockRequest.parse(request.body)
    const header = request.get('Idempotency-Key')
    const key = header === undefined ? null : idempotencyKey.parse(header)
    const changeId =
      key === null
        ? undefined
        : deriveId<string>('stock change', variantId, key, String(change), reason)
    const now = await adjustStock(needs, {
      productId,
      variantId,
      actor,
      change,
      reason,
      note,
      changeId,
      ifVersion: ifMatch(request),
    })
    const variant = now.product.variants.find((known) => known.variantId === variantId)
    if (variant === undefined) throw notFound()
    await shownRow(needs, now)
    response
      .set('ETag', etagOf(String(now.version)))
      .json(await variantNow(needs, { ...now, variant }))
  })

  router.delete(`${path}/:variantId`, async (request, response) => {
    const actor = actorOf(request, response)
    const productId = productIdOf(request)
    const variantId = variantIdOf(request)
    await deleteVariant(needs, { productId, variantId, actor, ifVersion: ifMatch(request) })
    const isGone = () =>
      !catalogue.product(productId)?.variants.some((variant) => variant.variantId === variantId)
    await untilShown(catalogue, isGone)
    response.json({ deleted: true })
  })
}

/** An id of another shape names nothing. */
function productIdOf(request: Request<{ id: string }>): ProductId {
  const parsed = productIdSchema.safeParse(request.params.id)
  if (!parsed.success) throw notFound()
  return parsed.data
}

function variantIdOf(request: Request<{ id: string; variantId: string }>): VariantId {
  const parsed = variantIdSchema.safeParse(request.params.variantId)
  if (!parsed.success) throw notFound()
  return parsed.data
}

/** What was just recorded, with the figures only a read model has. */
async function shownRow(
  { catalogue, database }: AdminProductNeeds,
  { productId, product, version }: ProductNow,
): Promise<ShelfRow> {
  const shown = () => catalogue.product(productId)
  await untilShown(catalogue, () => (shown()?.version ?? 0) >= version)
  const { raffleId } = product
  const stocks = await stocksOf(database, productId)
  return {
    listedAt: shown()?.listedAt ?? '',
    soldTickets: shown()?.soldTickets ?? 0,
    raffleName: raffleId === null ? null : (catalogue.raffle(raffleId)?.name ?? null),
    ...product.fields,
    sellsWithoutEntry: product.fields.sellsWithoutEntry ?? false,
    productId,
    raffleId,
    isRemoved: false,
    version,
    variants: product.variants.map((variant) => withStock(variant, stocks)),
  }
}

const withStock = (variant: Variant, stocks: ReadonlyMap<string, ShelfStock>) => ({
  ...variant,
  stock: stocks.get(variant.variantId) ?? null,
})

async function variantNow(
  { database }: AdminProductNeeds,
  { productId, variant }: VariantNow,
): Promise<AdminVariant> {
  return adminVariantWire(withStock(variant, await stocksOf(database, productId)))
}
