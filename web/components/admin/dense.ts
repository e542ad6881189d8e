/**
 * The staff's skin: the shop's own tokens, set tighter from a tablet on. On a phone controls stay
 * as large as fingers need them, and text fields at 16 px, so that no browser zooms into them.
 */
export const dense = {
  '@media (min-width: 768px)': {
    '--q-sizes-control': '40px',
    '--q-sizes-control-small': '36px',
    '--q-font-sizes-md': '0.875rem',
    '--q-font-sizes-lg': '1rem',
    '--q-font-sizes-sm': '0.8125rem',
    '--q-line-heights-body': '1.45',
  },
  // The button of its calendar has the keyboard last: browsers do not count that as the field's.
  '& input:is([type=date], [type=datetime-local]):focus-within': {
    outline: '3px solid token(colors.sea.fg)',
    outlineOffset: '2px',
  },
} as const
