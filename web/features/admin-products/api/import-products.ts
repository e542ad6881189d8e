import { useMutation } from '@tanstack/react-query'

import { importPlan } from '#services/contract/product-import.ts'
import type { ImportPlan } from '#services/contract/product-import.ts'

import { download } from '../../../lib/admin/calls.ts'
import { withProof } from '../../../lib/admin/proof.ts'
import { call } from '../../../lib/http.ts'
import { sentenceFor } from '../../../lib/text/problems.ts'
import { useRefreshProducts } from './products.ts'

const path = '/api/admin/products/import'

export const useTemplate = () =>
  useMutation({ mutationFn: () => download(`${path}/template`, 'products.csv') })

/** `digest`: of the look before, to carry out exactly that; left out: only look. */
type Wanted = { file: File; digest?: string; isRecount: boolean }

function withQuery(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Lines that were refused say why in the language of the page. */
export async function importProducts({ file, digest, isRecount }: Wanted): Promise<ImportPlan> {
  const plan = await call(
    withQuery({ apply: digest, recount: isRecount ? '1' : undefined }),
    { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file },
    importPlan,
  )
  const errors = await Promise.all(
    plan.errors.map(async (error) =>
      error.refusal === undefined ? error : { ...error, value: await sentenceFor(error.refusal) },
    ),
  )
  return { ...plan, errors }
}

export function useImportProducts() {
  const refresh = useRefreshProducts()
  return useMutation({
    mutationFn: (wanted: Wanted) => withProof(() => importProducts(wanted)),
    onSuccess: (plan) => (plan.isApplied ? refresh() : undefined),
  })
}
