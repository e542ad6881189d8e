import { chakra, Flex, Text } from '@chakra-ui/react'

import type { EntryGiven } from '#services/contract/admin-staff.ts'

import { Modal } from '../../../components/admin/modal.tsx'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/second-factor/copy-button.tsx'
import { momentOf } from '../../../lib/day.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useLanguage } from '../../../lib/text/text.tsx'

type Props = { entry: EntryGiven; onClose: () => void }

/** The link or the one-time password, once. */
export function EntryShown({ entry, onClose }: Props) {
  const { entry: text } = useAdminStaffTexts()
  const language = useLanguage()
  const { link, linkExpiresAt, oneTimePassword } = entry
  const shown = link ?? oneTimePassword ?? ''
  return (
    <Modal
      title={link === null ? text.passwordLabel : text.linkLabel}
      lead={text.shownOnce}
      width="small"
      isAlert
      onClose={onClose}
      footer={
        <Flex gap="3" width="full">
          <CopyButton text={shown} label={text.copy} copied={text.copied} />
          <Button ms="auto" onClick={onClose}>
            {text.done}
          </Button>
        </Flex>
      }
    >
      <chakra.code
        dir="ltr"
        display="block"
        p="4"
        bg="bg.sunk"
        borderRadius="control"
        fontFamily="serial"
        wordBreak="break-all"
        data-entry
      >
        {shown}
      </chakra.code>
      {linkExpiresAt !== null && (
        <Text fontSize="sm" color="fg.muted" mt="2">
          {text.until(momentOf(linkExpiresAt, language))}
        </Text>
      )}
    </Modal>
  )
}
