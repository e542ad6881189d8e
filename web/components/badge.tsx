import { chakra, defineRecipe } from '@chakra-ui/react'

const recipe = defineRecipe({
  className: 'badge',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    borderRadius: 'tag',
    px: '2',
    py: '0.5',
    fontSize: 'micro',
    fontWeight: 'bold',
    lineHeight: 'snug',
    whiteSpace: 'nowrap',
  },
  variants: {
    tone: {
      plain: { bg: 'bg.sunk', color: 'fg.soft', boxShadow: 'sunk' },
      cedar: { bg: 'cedar.subtle', color: 'cedar.fg' },
      success: { bg: 'success.subtle', color: 'success.fg' },
      saffron: { bg: 'saffron.subtle', color: 'saffron.fg' },
      danger: { bg: 'pomegranate.subtle', color: 'pomegranate.fg' },
      prize: { bg: 'plate.foil', color: 'saffron.on' },
    },
  },
  defaultVariants: { tone: 'plain' },
})

/** A small printed mark. */
export const Badge = chakra('span', recipe)
