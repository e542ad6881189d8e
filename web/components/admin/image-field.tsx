import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { ImagePlus, X } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'

import { imageAt } from '#services/contract/shared.ts'

import { useAdminTexts } from '../../lib/text/admin.ts'
import type { AdminTexts } from '../../lib/text/admin-en.ts'
import { Button } from '../button.tsx'

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
const BYTES_MAX = 5 * 1024 * 1024

type Props = {
  file: File | null
  /** What is shown until another is chosen; null: nothing yet. */
  stored: string | null
  error?: string | null
  /** The file, and why it was refused. */
  onChange: (file: File | null, refusal: string | null) => void
  label?: string
}

/** A picture: dropped, or chosen with the browser's own dialog, and seen before it is sent. */
export function ImageField({ file, stored, error, onChange, label }: Props) {
  const text = useAdminTexts()
  const id = useId()
  const preview = usePreview(file)

  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const refusal = refusalOf(chosen, text)
    onChange(refusal ? null : chosen, refusal)
  }

  return (
    <Box>
      <Text fontSize="sm" fontWeight="bold" mb="1" id={`${id}-label`}>
        {label ?? text.image.label}
      </Text>
      <Box position="relative">
        <DropTarget id={id} isWrong={Boolean(error)} onChoose={choose}>
          <Picture preview={preview} stored={stored} />
        </DropTarget>
        {file && (
          <Button
            type="button"
            size="icon"
            variant="outline"
            bg="bg.surface"
            aria-label={text.image.clear}
            position="absolute"
            top="2"
            insetEnd="2"
            onClick={() => onChange(null, null)}
          >
            <X size={18} aria-hidden />
          </Button>
        )}
      </Box>
      <chakra.p
        id={`${id}-note`}
        fontSize="xs"
        mt="1"
        color={error ? 'pomegranate.fg' : 'fg.muted'}
      >
        {error || (stored && !file ? text.image.kept : text.image.hint)}
      </chakra.p>
    </Box>
  )
}

/** Only for who came by keys, as on every button. */
const ringOfField = {
  '&:has(:focus-visible)': { outline: '3px solid token(colors.sea.fg)', outlineOffset: '2px' },
}

type TargetProps = {
  id: string
  isWrong: boolean
  onChoose: (file: File | undefined) => void
  children: ReactNode
}

/** The browser's own file field, stretched over what is seen. */
function DropTarget({ id, isWrong, onChoose, children }: TargetProps) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onChoose(event.dataTransfer.files[0])
  }
  return (
    <chakra.label
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      display="flex"
      position="relative"
      aspectRatio={{ base: '2 / 1', md: '4 / 3' }}
      borderWidth="2px"
      borderStyle="dashed"
      borderColor={isWrong ? 'pomegranate.fg' : 'line.strong'}
      borderRadius="control"
      bg={isOver ? 'cedar.subtle' : 'bg.sunk'}
      overflow="hidden"
      cursor="pointer"
      css={ringOfField}
    >
      {children}
      <chakra.input
        type="file"
        name="image"
        accept={TYPES.join(',')}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        aria-invalid={isWrong ? true : undefined}
        position="absolute"
        inset={0}
        opacity={0}
        cursor="pointer"
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          target.value = '' // the same file may be chosen again
        }}
      />
    </chakra.label>
  )
}

function Picture({ preview, stored }: { preview: string | null; stored: string | null }) {
  const text = useAdminTexts()
  const shown = preview ?? (stored && imageAt(stored, 640))
  return (
    <>
      {shown && (
        <chakra.img
          src={shown}
          alt={preview ? text.image.preview : ''}
          htmlWidth={640}
          htmlHeight={480}
          position="absolute"
          boxSize="full"
          objectFit="cover"
        />
      )}
      <Invitation hasPicture={Boolean(shown)} text={text} />
    </>
  )
}

function Invitation({ hasPicture, text }: { hasPicture: boolean; text: AdminTexts }) {
  if (hasPicture)
    return (
      <chakra.span
        position="absolute"
        insetInline="0"
        bottom="0"
        bg="plate.night"
        color="plate.paper"
        textAlign="center"
        fontSize="sm"
        py="1"
      >
        {text.image.replace}
      </chakra.span>
    )
  return (
    <Flex direction="column" align="center" justify="center" gap="1" flex="1" p="3">
      <ImagePlus size={28} aria-hidden />
      <Text fontWeight="bold">{text.image.choose}</Text>
      <Text fontSize="sm" color="fg.soft">
        {text.image.drop}
      </Text>
    </Flex>
  )
}

/** The server looks into the file; this only spares the way there. */
function refusalOf(file: File, text: AdminTexts): string | null {
  if (!TYPES.includes(file.type)) return text.image.wrongType
  return file.size > BYTES_MAX ? text.image.tooLarge : null
}

function usePreview(file: File | null): string | null {
  const address = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address])
  return address
}
