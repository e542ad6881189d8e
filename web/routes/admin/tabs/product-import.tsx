// Products from a file: the dialog, its calls and its words.
import { useState } from 'react'

import type { ImportPlan } from '#services/contract/product-import.ts'

import {
  useImportProducts,
  useTemplate,
} from '../../../features/admin-products/api/import-products.ts'
import { ImportDialog } from '../../../features/admin-products/components/import-dialog.tsx'
import { codeOf, showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { sentenceOf } from '../../../lib/http.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useAdminImportTexts } from '../../../lib/text/admin-import.ts'

const aboutTheFile = new Set(['unreadable_file', 'invalid_request', 'too_large'])

export function ProductImport({ onClose }: { onClose: () => void }) {
  const text = useAdminImportTexts()
  const admin = useAdminTexts()
  const importing = useImportProducts()
  const template = useTemplate()
  const [plan, setPlan] = useState<ImportPlan | null>(null)
  const isUnreadable = aboutTheFile.has(codeOf(importing.error) ?? '')
  const look = (file: File, isRecount: boolean) =>
    importing.mutate(
      { file, isRecount },
      {
        onSuccess: setPlan,
        onError: (error) => {
          if (!aboutTheFile.has(codeOf(error) ?? ''))
            showFailure(admin.error, error, text.lookFailed)
        },
      },
    )
  const apply = (file: File, digest: string, isRecount: boolean) =>
    importing.mutate(
      { file, digest, isRecount },
      {
        onSuccess: (done) => {
          showSuccess(text.applied(done.changes.length - done.errors.length))
          if (done.errors.length > 0) setPlan(done)
          else onClose()
        },
        onError: (error) => {
          showFailure(admin.error, error, text.applyFailed)
          if (codeOf(error) === 'import_changed') look(file, isRecount)
        },
      },
    )
  return (
    <ImportDialog
      plan={plan}
      isPending={importing.isPending}
      refused={isUnreadable ? sentenceOf(importing.error, text.lookFailed) : null}
      onTemplate={() =>
        template.mutate(undefined, {
          onError: (error) => showFailure(admin.error, error, text.templateFailed),
        })
      }
      onChoose={() => {
        setPlan(null)
        importing.reset()
      }}
      onLook={look}
      onApply={apply}
      onClose={onClose}
    />
  )
}
