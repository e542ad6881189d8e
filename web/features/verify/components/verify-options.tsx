import { Box, Stack, chakra } from '@chakra-ui/react'

import { Button } from '../../../components/button.tsx'
import type { ProofVerifyTexts } from '../../../lib/text/proof-verify-en.ts'
import type { Asked } from '../use-verification.ts'

type Props = {
  texts: ProofVerifyTexts
  asked: Asked
  onChange: (change: Partial<Omit<Asked, 'bundle'>>) => void
}

/** What makes a check stronger: keys from elsewhere, receipts, openings. */
export function VerifyOptions({ texts, asked, onChange }: Props) {
  return (
    <Stack gap="5">
      <Box>
        <chakra.label htmlFor="keys" fontWeight="bold">
          {texts.keys}
        </chakra.label>
        <chakra.textarea
          id="keys"
          dir="ltr"
          rows={3}
          spellCheck={false}
          width="full"
          mt="2"
          p="3"
          fontFamily="serial"
          fontSize="sm"
          bg="bg.surface"
          borderWidth="1px"
          borderColor="line.strong"
          borderRadius="control"
          defaultValue={asked.keys}
          onBlur={(event) => {
            const keys = event.currentTarget.value
            if (keys !== asked.keys) onChange({ keys })
          }}
        />
        <Hint>{texts.keysHint}</Hint>
      </Box>
      <Box>
        <Box fontWeight="bold">{texts.extras}</Box>
        <chakra.label
          htmlFor="extras"
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          gap="3"
          mt="2"
          position="relative"
          cursor="pointer"
          borderRadius="control"
          _focusWithin={{ outline: '3px solid', outlineColor: 'cedar.fg', outlineOffset: '2px' }}
        >
          <Button asChild size="sm" variant="outline">
            <span>{texts.choose}</span>
          </Button>
          <bdi>{asked.extras.map(({ name }) => name).join(', ')}</bdi>
          <chakra.input
            id="extras"
            type="file"
            multiple
            position="absolute"
            opacity="0"
            width="1px"
            height="1px"
            onChange={(event) => onChange({ extras: [...(event.currentTarget.files ?? [])] })}
          />
        </chakra.label>
        <Hint>{texts.extrasHint}</Hint>
      </Box>
      <chakra.label display="flex" alignItems="center" gap="3" minH="target" cursor="pointer">
        <chakra.input
          type="checkbox"
          boxSize="20px"
          flexShrink={0}
          accentColor="cedar.solid"
          checked={asked.isSandbox}
          onChange={(event) => onChange({ isSandbox: event.currentTarget.checked })}
        />
        {texts.sandbox}
      </chakra.label>
    </Stack>
  )
}

function Hint({ children }: { children: string }) {
  return (
    <Box mt="1" color="fg.muted" fontSize="sm">
      {children}
    </Box>
  )
}
