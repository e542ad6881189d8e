import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'

import { Button } from '../../../components/button.tsx'
import type { ProofVerifyTexts } from '../../../lib/text/proof-verify-en.ts'

type Props = {
  texts: ProofVerifyTexts
  fileName: string | null
  onFile: (file: File) => void
}

/** A place to drop the evidence on; by keyboard the field inside it is what is used. */
export function BundleDrop({ texts, fileName, onFile }: Props) {
  const [isOver, setIsOver] = useState(false)
  return (
    <chakra.label
      htmlFor="bundle"
      display="grid"
      justifyItems="center"
      gap="4"
      px="4"
      py={{ base: '8', md: '12' }}
      bg={isOver ? 'bg.sunk' : 'bg.surface'}
      borderWidth="2px"
      borderStyle="dashed"
      borderColor={isOver ? 'cedar.fg' : 'line.strong'}
      borderRadius="ticket"
      cursor="pointer"
      textAlign="center"
      position="relative"
      _focusWithin={{ outline: '3px solid', outlineColor: 'cedar.fg', outlineOffset: '2px' }}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (file !== undefined) onFile(file)
      }}
    >
      <Box fontSize="lg" fontWeight="bold" overflowWrap="anywhere">
        {fileName ?? texts.drop}
      </Box>
      <Button asChild variant="solid">
        <span>{fileName === null ? texts.choose : texts.again}</span>
      </Button>
      <chakra.input
        id="bundle"
        type="file"
        accept=".zip"
        position="absolute"
        opacity="0"
        width="1px"
        height="1px"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file !== undefined) onFile(file)
        }}
      />
    </chakra.label>
  )
}
