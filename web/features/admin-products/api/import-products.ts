import { useMutation } from '@tanstack/react-query'

import { importPlan } from '#services/contract/product-import.ts'

import { withProof } from '../../../lib/admin/proof.ts'
import { call } from '../../../lib/http.ts'
import { useRefreshProducts } from './products.ts'

const path = '/api/admin/products/import'

export const templatePath = `${path}/template`

/** `digest`: of the look before, to carry out exactly that; left out: only look. */
type Wanted = { file: File; digest?: string }

export function useImportProducts() {
  const refresh = useRefreshProducts()
  return useMutation({
    mutationFn: ({ file, digest }: Wanted) =>
      withProof(() =>
        call(
          digest === undefined ? path : `${path}?apply=${digest}`,
          { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file },
          importPlan,
        ),
      ),
    onSuccess: (plan) => (plan.isApplied ? refresh() : undefined),
  })
}
