import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { Download } from 'lucide-react'
import { useState } from 'react'

import type { ImportPlan } from '#services/contract/product-import.ts'
import { IMPORT_BYTES_MAX } from '#services/contract/product-import.ts'

import { csvKinds, FileField } from '../../../components/admin/file-field.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import { Button } from '../../../components/button.tsx'
import { useAdminImportTexts } from '../../../lib/text/admin-import.ts'
import { CountedBefore, ImportChanges, ImportErrors } from './import-plan.tsx'

type Props = {
  /** Of the file that was looked at last; null: none yet, or another file was chosen since. */
  plan: ImportPlan | null
  isPending: boolean
  /** The shop's sentence about a file it cannot read. */
  refused: string | null
  onTemplate: () => void
  /** Another file: what was found in the one before is nothing any more. */
  onChoose: () => void
  /** `isRecount`: what the file has counted before is counted again. */
  onLook: (file: File, isRecount: boolean) => void
  onApply: (file: File, digest: string, isRecount: boolean) => void
  onClose: () => void
}

/** First the file is looked at; what it would do is shown; then it is done, or not. */
export function ImportDialog(props: Props) {
  const { plan, isPending, refused, onLook, onApply, onClose } = props
  const text = useAdminImportTexts()
  const [file, setFile] = useState<File | null>(null)
  const [isRecount, setRecount] = useState(false)
  const isTooLarge = file !== null && file.size > IMPORT_BYTES_MAX
  const isReady = plan !== null && plan.errors.length === 0 && plan.changes.length > 0
  const submit = () => {
    if (file === null || isTooLarge) return
    if (isReady && !plan.isApplied) onApply(file, plan.digest, isRecount)
    else onLook(file, isRecount)
  }
  return (
    <Modal
      title={text.title}
      lead={text.lead}
      width="large"
      isFleeting
      onSubmit={submit}
      onClose={onClose}
      footer={
        <Footer
          plan={plan}
          isPending={isPending}
          isDisabled={file === null || isTooLarge}
          onClose={onClose}
        />
      }
    >
      <Flex direction="column" gap="4">
        <TableField
          error={isTooLarge ? text.tooLarge : refused}
          onTemplate={props.onTemplate}
          onChoose={(chosen) => {
            setFile(chosen)
            setRecount(false)
            props.onChoose()
          }}
        />
        {plan && <Found plan={plan} />}
        {plan && file !== null && !plan.isApplied && plan.countedBefore.length > 0 && (
          <CountedBefore
            lines={plan.countedBefore}
            isRecount={isRecount}
            onRecount={(isWanted) => {
              setRecount(isWanted)
              onLook(file, isWanted)
            }}
          />
        )}
      </Flex>
    </Modal>
  )
}

type TableProps = {
  error: string | null
  onTemplate: () => void
  onChoose: (file: File | null) => void
}

function TableField({ error, onTemplate, onChoose }: TableProps) {
  const text = useAdminImportTexts()
  return (
    <Box>
      <FileField
        label={text.choose}
        hint={text.chooseHint}
        kinds={csvKinds}
        error={error}
        onChoose={onChoose}
      />
      <Button type="button" variant="outline" size="sm" mt="3" onClick={onTemplate}>
        <Download size={16} aria-hidden />
        {text.template}
      </Button>
    </Box>
  )
}

function Found({ plan }: { plan: ImportPlan }) {
  const text = useAdminImportTexts()
  const { changes, unchanged, errors, isApplied } = plan
  if (errors.length > 0)
    return (
      <Box role="alert">
        <chakra.p fontWeight="bold" color="pomegranate.fg" mb="2">
          {isApplied ? text.refused(errors.length) : text.errors(errors.length)}
        </chakra.p>
        <ImportErrors errors={errors} />
      </Box>
    )
  return (
    <Box role="status">
      <Text fontWeight="bold" mb="2">
        {changes.length > 0
          ? text.summary(changes.length, unchanged)
          : plan.countedBefore.length === 0 && text.nothing}
      </Text>
      {changes.length > 0 && <ImportChanges changes={changes} />}
    </Box>
  )
}

type FooterProps = {
  plan: ImportPlan | null
  isPending: boolean
  isDisabled: boolean
  onClose: () => void
}

function Footer({ plan, isPending, isDisabled, onClose }: FooterProps) {
  const text = useAdminImportTexts()
  const changes = plan === null || plan.errors.length > 0 ? 0 : plan.changes.length
  const label = changes > 0 ? text.apply(changes) : text.look
  return (
    <FormButtons
      label={label}
      pendingLabel={changes > 0 ? text.applying : text.looking}
      isPending={isPending}
      isDisabled={isDisabled}
      onClose={onClose}
    />
  )
}
