/** The look of a button that ends something for good. */
export const danger = {
  bg: 'pomegranate.subtle',
  color: 'pomegranate.fg',
  borderWidth: '1px',
  borderColor: 'pomegranate.fg',
  _hover: { bg: 'pomegranate.subtle', textDecoration: 'underline' },
} as const
