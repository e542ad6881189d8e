import { Box, chakra, Flex, Heading } from '@chakra-ui/react'

import type { AuditEntry } from '#services/contract/admin-audit.ts'

import { Modal } from '../../../components/admin/modal.tsx'
import { Button } from '../../../components/button.tsx'
import { stampOf } from '../../../lib/day.ts'
import { useAdminAuditTexts } from '../../../lib/text/admin-audit.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { subjectOf } from '../subject.ts'
import type { ShownSubject } from '../subject.ts'
import { actorWords, factSentence } from '../tell.ts'
import { BeforeAfter } from './before-after.tsx'
import { BrokenName } from './broken-name.tsx'

type Props = {
  entry: AuditEntry
  onSubject: (subject: ShownSubject) => void
  onClose: () => void
}

/** Everything one line knows: the fact to the letter, and what was noted beside it. */
export function EntryDialog({ entry, onSubject, onClose }: Props) {
  const text = useAdminAuditTexts()
  const language = useLanguage()
  const sentence = factSentence({ text, language }, entry)
  const { details } = entry
  const { before, after, ...noted } = details ?? {}
  const subject = subjectOf(entry)
  return (
    <Modal
      title={sentence}
      lead={
        <>
          <bdi>{actorWords(text, entry)}</bdi> · <bdi>{stampOf(entry.at, language)}</bdi>
        </>
      }
      width="large"
      onClose={onClose}
      footer={
        subject && (
          <Button variant="outline" onClick={() => onSubject(subject)}>
            {text.onlyThis}
          </Button>
        )
      }
    >
      {/* Perhaps longer than the screen, and nothing else in it is there to scroll by keys. */}
      <Flex direction="column" gap="5" role="region" aria-label={sentence} tabIndex={0}>
        <BeforeAfter before={before} after={after} />
        {Object.keys(noted).length > 0 && <Values title={text.noted} values={noted} />}
        <Values title={text.fact} values={{ type: entry.type, ...entry.data }} />
        <Values
          title={text.place}
          values={{
            log: entry.logId,
            position: entry.position,
            at: entry.at,
            ...(entry.leaf !== null && { leaf: entry.leaf }),
          }}
        />
      </Flex>
    </Modal>
  )
}

function Values({ title, values }: { title: string; values: Record<string, unknown> }) {
  return (
    <Box as="section" flex="1" minW="0">
      <Heading as="h3" fontSize="sm" fontWeight="bold" mb="1">
        {title}
      </Heading>
      <chakra.dl dir="ltr" fontSize="sm" bg="bg.sunk" borderRadius="control" p="3">
        {Object.entries(values).map(([name, value]) => (
          <Flex key={name} gap="3" py="0.5" align="baseline">
            <chakra.dt color="fg.muted" flex="0 0 34%" overflowWrap="anywhere">
              <BrokenName name={name} />
            </chakra.dt>
            <chakra.dd flex="1" fontFamily="serial" overflowWrap="anywhere" fontSize="xs">
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </chakra.dd>
          </Flex>
        ))}
      </chakra.dl>
    </Box>
  )
}
