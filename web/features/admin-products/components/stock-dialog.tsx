import { Grid, Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { AdjustStockRequest, AdminVariant } from '#services/contract/admin-products.ts'

import { NumberField, SelectField, TextAreaField } from '../../../components/admin/fields.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { stockChange } from '../stock-form.ts'
import type { StockFields } from '../stock-form.ts'

type Props = {
  variant: AdminVariant
  isPending: boolean
  conflict: ReactNode
  onSubmit: (change: AdjustStockRequest) => void
  onClose: () => void
}

/** A delivery, a loss or a return: what happened, how many, and why. */
export function StockDialog({ variant, isPending, conflict, onSubmit, onClose }: Props) {
  const { variants: text } = useCatalogueTexts()
  const admin = useAdminTexts()
  const [fields, setFields] = useState<StockFields>({ reason: 'received', pieces: '', note: '' })
  const [isRefused, setIsRefused] = useState(false)
  const change = (changes: Partial<StockFields>) => {
    setFields((now) => ({ ...now, ...changes }))
    setIsRefused(false)
  }
  const submit = () => {
    const wanted = stockChange(fields)
    if (wanted === null) setIsRefused(true)
    else onSubmit(wanted)
  }
  const { stock } = variant
  return (
    <Modal
      title={text.adjustTitle(variant.name)}
      width="small"
      onSubmit={submit}
      onClose={onClose}
      footer={<FormButtons label={text.adjustSave} isPending={isPending} onClose={onClose} />}
    >
      {conflict}
      {stock && (
        <Text mb="4" color="fg.muted">
          <bdi>{text.left(stock.left)}</bdi>
          {stock.held > 0 && <bdi> · {text.reserved(stock.held)}</bdi>}
        </Text>
      )}
      <Grid gap="4">
        <SelectField
          label={text.adjustReason}
          name="reason"
          value={fields.reason}
          onChange={(reason) => change({ reason: reason as StockFields['reason'] })}
        >
          {(['received', 'lost', 'returned', 'counted'] as const).map((reason) => (
            <option key={reason} value={reason}>
              {text.adjustReasons[reason]}
            </option>
          ))}
        </SelectField>
        <NumberField
          label={text.adjustPieces}
          name="pieces"
          value={fields.pieces}
          min={1}
          isSigned={fields.reason === 'counted'}
          error={isRefused ? admin.badNumber : null}
          hint={text.adjustPiecesHint}
          isRequired
          onChange={(pieces) => change({ pieces })}
        />
        <TextAreaField
          label={text.adjustNote}
          name="note"
          value={fields.note}
          charactersMax={500}
          onChange={(note) => change({ note })}
        />
      </Grid>
    </Modal>
  )
}
