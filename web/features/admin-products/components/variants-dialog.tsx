import { Flex } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '../../../components/button.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'

type Props = {
  productName: string
  /** Null: not offered. */
  onAdd: (() => void) | null
  /** What was open before: its button has the keyboard again. */
  cameFrom: string | null
  onClose: () => void
  /** The list, with its faces. */
  children: ReactNode
}

export function VariantsDialog({ productName, onAdd, cameFrom, onClose, children }: Props) {
  const { variants: text } = useCatalogueTexts()
  return (
    <Modal
      title={text.title(productName)}
      width="large"
      initialFocus={() => document.querySelector<HTMLElement>(`[data-opens="${cameFrom}"]`)}
      onClose={onClose}
    >
      {onAdd && (
        <Flex justify="flex-end" mb="3">
          <Button data-opens="form new" onClick={onAdd}>
            <Plus size={18} aria-hidden />
            {text.add}
          </Button>
        </Flex>
      )}
      {children}
    </Modal>
  )
}
