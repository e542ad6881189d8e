import { Box } from '@chakra-ui/react'
import type { BoxProps } from '@chakra-ui/react'
import { useId } from 'react'

import { rosette, ROSETTE_GRID } from '../lib/guilloche.ts'

const REACH = 60 * ROSETTE_GRID
const frame = `${-REACH} ${-REACH} ${2 * REACH} ${2 * REACH}`
const LINE = 0.45 * ROSETTE_GRID

type Props = BoxProps & { seed: string; turns?: number }

/** Line art of one seed: a path and its rotated copies. Decoration, hidden from readers. */
export function Rosette({ seed, turns = 4, ...box }: Props) {
  const id = useId()
  const { path, petals } = rosette(seed)
  const step = 360 / petals / turns
  return (
    <Box asChild color="plate.foil" {...box}>
      <svg viewBox={frame} fill="none" aria-hidden focusable="false">
        <path id={id} d={path} stroke="currentColor" strokeWidth={LINE} />
        {Array.from({ length: turns - 1 }, (_, index) => (
          <use
            key={index}
            href={`#${id}`}
            transform={`rotate(${(index + 1) * step})`}
            stroke="currentColor"
          />
        ))}
      </svg>
    </Box>
  )
}
