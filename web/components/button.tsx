import { chakra, defineRecipe } from '@chakra-ui/react'

/** What says why it cannot be pressed has to be read. */
const spent = { bg: 'bg.sunk', color: 'fg.muted', boxShadow: 'sunk', opacity: 1 } as const

const recipe = defineRecipe({
  className: 'button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    borderRadius: 'control',
    fontWeight: 'bold',
    lineHeight: 'snug',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    userSelect: 'none',
    transitionProperty: 'background-color, border-color, transform',
    transitionDuration: 'press',
    _active: { transform: 'translateY(1px)' },
    _disabled: { opacity: 0.55, cursor: 'not-allowed' },
  },
  variants: {
    variant: {
      solid: {
        bg: 'cedar.solid',
        color: 'cedar.on',
        _hover: { bg: 'cedar.hover' },
        _disabled: spent,
      },
      gold: {
        bg: 'saffron.solid',
        color: 'saffron.on',
        _hover: { bg: 'saffron.hover' },
        _disabled: spent,
      },
      outline: {
        borderWidth: '1px',
        borderColor: 'line.strong',
        bg: 'transparent',
        color: 'fg',
        _hover: { bg: 'bg.sunk' },
      },
      foil: {
        borderWidth: '1px',
        borderColor: 'plate.foil',
        color: 'plate.paper',
        _hover: { bg: 'rgba(242,193,78,.14)' },
      },
      ghost: { bg: 'transparent', color: 'fg', _hover: { bg: 'bg.sunk' } },
    },
    size: {
      md: { minH: 'control', px: '5', fontSize: 'md' },
      sm: { minH: { base: 'target', lg: 'controlSmall' }, px: '4', fontSize: 'sm' },
      icon: { minH: 'target', minW: 'target', px: '0' },
    },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
})

/** Buttons, and with `asChild` the links that look like them. */
export const Button = chakra('button', recipe)
