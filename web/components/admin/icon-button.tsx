import { chakra } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'

import { Button } from '../button.tsx'

type Props = {
  icon: LucideIcon
  /** What it does and to what, for readers. */
  label: string
  /** The short word: seen under the icon on a phone, and when the pointer rests on it. */
  caption: string
  isDanger?: boolean
  isDisabled?: boolean
  /** By which it is found again, when what it opened has closed. */
  opens?: string
  onClick: () => void
}

/** One of the acts of a row. */
export function IconButton(props: Props) {
  const { icon, label, caption, isDanger = false, isDisabled = false, opens, onClick } = props
  return (
    <Button
      type="button"
      {...iconLook}
      aria-label={label}
      data-opens={opens}
      title={caption}
      disabled={isDisabled}
      color={isDanger ? 'pomegranate.fg' : 'fg.soft'}
      onClick={onClick}
    >
      <IconFace icon={icon} caption={caption} />
    </Button>
  )
}

/** Also of a link among the acts. */
export const iconLook = {
  variant: 'ghost',
  size: 'icon',
  minW: { base: '64px', md: '36px' },
  minH: { base: 'target', md: '36px' },
  flexDirection: { base: 'column', md: 'row' },
  gap: '0.5',
} as const

export function IconFace({ icon: Icon, caption }: Pick<Props, 'icon' | 'caption'>) {
  return (
    <>
      <Icon size={18} aria-hidden />
      <chakra.span hideFrom="md" fontSize="micro" fontWeight="medium" aria-hidden>
        {caption}
      </chakra.span>
    </>
  )
}
