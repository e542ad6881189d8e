import { chakra, defineRecipe } from '@chakra-ui/react'

const recipe = defineRecipe({
  className: 'input',
  base: {
    width: 'full',
    minH: 'control',
    px: '4',
    borderRadius: 'control',
    borderWidth: '1px',
    borderColor: 'line.strong',
    bg: 'bg.surface',
    color: 'fg',
    fontSize: 'md',
    _placeholder: { color: 'fg.muted' },
    _invalid: { borderColor: 'pomegranate.fg' },
  },
})

/** A text field. */
export const Input = chakra('input', recipe)
