import { Box, chakra, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { FileField } from '../../../components/admin/file-field.tsx'
import type { Comparison } from '../compare-files.ts'

export type CompareTexts = {
  label: string
  hint: string
  working: string
  unreadable: string
  same: string
  rewritten: string
  entries: (from: number, to: number) => string
  tickets: (from: number, to: number) => string
  sales: (count: number) => string
}

type Props = {
  texts: CompareTexts
  /** The evidence as it stands now. */
  fetchNewest: () => Promise<Blob>
  momentOf: (instant: string) => string
}

type Work = 'none' | 'working' | 'failed' | Comparison

/** An earlier bundle against today's: what came between, and was anything before it changed? */
export function CompareEvidence({ texts, fetchNewest, momentOf }: Props) {
  const [work, setWork] = useState<Work>('none')
  const compare = async (earlier: File | null) => {
    if (earlier === null) return
    setWork('working')
    try {
      // The verifier comes when it is needed.
      const { compareFiles } = await import('../compare-files.ts')
      setWork(await compareFiles(earlier, await fetchNewest()))
    } catch {
      // Whatever was chosen or fetched: the line says that it is no evidence of this raffle.
      setWork('failed')
    }
  }
  return (
    <Box>
      <FileField
        label={texts.label}
        hint={texts.hint}
        kinds=".zip"
        onChoose={(file) => void compare(file)}
      />
      <Box aria-live="polite" mt="2" fontSize="sm">
        {work === 'working' && texts.working}
        {work === 'failed' && <Text color="pomegranate.fg">{texts.unreadable}</Text>}
        {typeof work === 'object' && <Found work={work} texts={texts} momentOf={momentOf} />}
      </Box>
    </Box>
  )
}

type FoundProps = Pick<Props, 'texts' | 'momentOf'> & { work: Comparison }

function Found({ work: { isExtension, from, to, sales, added }, texts, momentOf }: FoundProps) {
  return (
    <>
      <Text fontWeight="bold" color={isExtension ? 'cedar.fg' : 'pomegranate.fg'}>
        {isExtension ? texts.same : texts.rewritten}
      </Text>
      <Text>{texts.entries(from.size, to.size)}</Text>
      <Text>{texts.tickets(from.tickets, to.tickets)}</Text>
      <Text>{texts.sales(sales)}</Text>
      <chakra.ul listStyleType="none" m="0" mt="2" p="0">
        {added.map(({ index, at, type }) => (
          <chakra.li key={index} py="1" borderTopWidth="1px" borderColor="line">
            <bdi>{index}</bdi> · <bdi>{momentOf(at)}</bdi> · <bdi>{type}</bdi>
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  )
}
