import { chakra, Flex, Text } from '@chakra-ui/react'

import { useFactorTexts } from '../../lib/text/factors.ts'
import { Button } from '../button.tsx'
import { CopyButton } from './copy-button.tsx'

type Props = { codes: readonly string[]; onKept: () => void }

/** Shown once, to be kept on paper. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const text = useFactorTexts()
  return (
    <Flex direction="column" gap="4">
      <Text>{text.codesLead}</Text>
      <chakra.ul
        dir="ltr"
        listStyleType="none"
        display="grid"
        justifyContent="center"
        gap="2"
        p="4"
        bg="bg.sunk"
        borderRadius="control"
        fontFamily="serial"
        fontSize="sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <Flex gap="3" wrap="wrap">
        <CopyButton text={codes.join('\n')} label={text.copy} copied={text.copied} />
        <Button type="button" onClick={onKept}>
          {text.kept}
        </Button>
      </Flex>
    </Flex>
  )
}
