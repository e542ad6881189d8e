import { chakra, Flex } from '@chakra-ui/react'
import { useState } from 'react'

import { useAdminTexts } from '../../lib/text/admin.ts'
import { FormField } from '../form-field.tsx'

/** A table from a spreadsheet. */
export const csvKinds = '.csv,text/csv'

type Props = {
  label: string
  hint?: string
  error?: string | null
  /** As `accept` of the browser's own field has them. */
  kinds?: string
  onChoose: (file: File | null) => void
}

/**
 * The browser's own field lies unseen over ours: a click, a key and a dropped file reach it and
 * readers hear it, but its words are in the language of the browser, ours in that of the page.
 */
export function FileField({ label, hint, error = null, kinds, onChoose }: Props) {
  const { file: text } = useAdminTexts()
  const [name, setName] = useState('')
  return (
    <FormField label={label} error={error} {...(hint !== undefined && { hint })}>
      {(parts) => (
        <Flex
          position="relative"
          align="center"
          gap="3"
          minH="control"
          px="2"
          py="1.5"
          borderWidth="1px"
          borderRadius="control"
          borderColor={error === null ? 'line.strong' : 'pomegranate.fg'}
          bg="bg.surface"
          css={field}
        >
          <chakra.span aria-hidden {...button}>
            {name === '' ? text.choose : text.another}
          </chakra.span>
          <chakra.bdi
            aria-hidden
            minW="0"
            fontSize="sm"
            overflowWrap="anywhere"
            color={name === '' ? 'fg.muted' : 'fg'}
          >
            {name === '' ? text.none : name}
          </chakra.bdi>
          <chakra.input
            {...parts}
            type="file"
            name="file"
            accept={kinds}
            position="absolute"
            inset="0"
            boxSize="full"
            opacity="0"
            cursor="pointer"
            onChange={({ target }) => {
              const chosen = target.files?.[0] ?? null
              setName(chosen?.name ?? '')
              onChoose(chosen)
            }}
          />
        </Flex>
      )}
    </FormField>
  )
}

const button = {
  flexShrink: 0,
  px: '3',
  py: '1',
  borderWidth: '1px',
  borderColor: 'line.strong',
  borderRadius: 'control',
  bg: 'bg.sunk',
  fontSize: 'sm',
  fontWeight: 'bold',
  whiteSpace: 'nowrap',
} as const

/** The ring is for who came by keys, as on every button. */
const field = {
  '&:has(:focus-visible)': { outline: '3px solid token(colors.sea.fg)', outlineOffset: '2px' },
  '&:hover > span': { bg: 'bg.surface' },
} as const
