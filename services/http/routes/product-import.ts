// Products from a CSV file: a template to begin with, a look at what the file would do, the act.
import { Router } from 'express'

import { importProducts } from '../../commands/product-import.ts'
import type { ProductNeeds } from '../../commands/product.ts'
import { importColumns, importQuery } from '../../contract/product-import.ts'
import type { ImportPlan } from '../../contract/product-import.ts'
import { noQuery } from '../../contract/shared.ts'
import type { Catalogue } from '../../catalogue.ts'
import { sendCsv } from '../csv.ts'
import type { Limits } from '../limits.ts'
import { requireStaff } from '../session.ts'
import { actorOf, catalogueRoles, csvTextOf } from './admin-shared.ts'

export type ProductImportNeeds = ProductNeeds & { catalogue: Catalogue; limits: Limits }

export function productImportRoutes(needs: ProductImportNeeds): Router {
  const router = Router()

  router.get('/api/admin/products/import/template', async (request, response) => {
    requireStaff(response, catalogueRoles)
    noQuery.parse(request.query)
    const file = { fileName: 'products.csv', header: importColumns, pages: [examples] }
    await sendCsv(response, file)
  })

  router.post('/api/admin/products/import', async (request, response) => {
    const actor = actorOf(request, response)
    const { apply = null, recount } = importQuery.parse(request.query)
    needs.limits.take('uploadsPerPerson', actor.personId)
    const isRecount = recount === '1'
    const text = csvTextOf(request)
    const plan = await importProducts(needs, { text, actor, apply, isRecount })
    if (plan.isApplied) await needs.catalogue.refresh()
    response.json(plan satisfies ImportPlan)
  })

  return router
}

/** A product with two variants, and one without any. */
const examples = [
  [
    'Cedar mug',
    'Holds three decilitres.',
    '12.50',
    '1',
    '500',
    'none',
    '1',
    'Red',
    'MUG-RED',
    '0.00',
    '40',
    '5',
    '',
  ],
  ['Cedar mug', '', '', '', '', '', '', 'Gold rim', 'MUG-GOLD', '2.50', '12', '3', ''],
  ['Notebook', 'Thread-bound, 160 pages.', '9.00', '1', '300', '', '1', '', '', '', '', '', ''],
]
