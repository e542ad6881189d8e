// Products from a CSV file.
import type { Operation } from './operation.ts'
import * as imports from './product-import.ts'

const TAG = 'Staff: products'

export const productImportOperations: readonly Operation[] = [
  {
    name: 'adminImportProducts',
    method: 'post',
    path: '/api/admin/products/import',
    tag: TAG,
    summary: 'What a CSV file of products would make and change; with `apply`, does it',
    who: 'staff',
    query: imports.importQuery,
    body: { kind: 'raw', contentTypes: ['text/csv'], bytesMax: imports.IMPORT_BYTES_MAX },
    answers: {
      200: { description: 'What would be done, or was.', schema: imports.importPlan },
    },
    problems: ['unreadable_file', 'import_has_errors', 'import_changed', 'request_in_flight'],
  },
  {
    name: 'adminImportTemplate',
    method: 'get',
    path: '/api/admin/products/import/template',
    tag: TAG,
    summary: 'A CSV file with the columns of an import and an example',
    who: 'staff',
    answers: {
      200: {
        description: 'The file.',
        schema: null,
        contentType: 'text/csv; charset=utf-8',
      },
    },
    problems: [],
  },
]
