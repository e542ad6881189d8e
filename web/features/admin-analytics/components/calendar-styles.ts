// The calendar in the shop's own colours: the default theme, which would style it, is never loaded.
const day = '& [data-part="table-cell-trigger"]'

export const calendarStyles = {
  content: {
    bg: 'bg.raised',
    borderWidth: '1px',
    borderRadius: 'control',
    boxShadow: 'raised',
    p: { base: '3', md: '4' },
    maxW: 'calc(100vw - 24px)',
    maxH: '80dvh',
    overflowY: 'auto',
    outline: 0,
  },
  head: {
    display: 'flex',
    position: 'relative',
    alignItems: 'center',
    gap: '6', // that between the months below
    minH: 'target',
    mb: '2',
  },
  months: {
    '& table': { borderCollapse: 'collapse', width: '100%' },
    '& th': { fontSize: 'xs', fontWeight: 'medium', color: 'fg.muted', p: '1', width: '40px' },
    '& td': { p: '0', textAlign: 'center' },
    '& td[data-in-range]': { bg: 'cedar.subtle' },
    '& td:has([data-range-start])': { borderStartRadius: 'tag' },
    '& td:has([data-range-end])': { borderEndRadius: 'tag' },
    [day]: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      width: '40px',
      height: '40px',
      borderRadius: 'tag',
      cursor: 'pointer',
      fontSize: 'sm',
      fontVariantNumeric: 'tabular-nums',
    },
    [`${day}:hover`]: { bg: 'bg.sunk' },
    [`${day}[data-today]`]: { fontWeight: 'heavy', textDecoration: 'underline' },
    [`${day}[data-in-range]`]: { bg: 'cedar.subtle', color: 'cedar.fg' },
    [`${day}[data-selected], ${day}[data-range-start], ${day}[data-range-end]`]: {
      bg: 'cedar.solid',
      color: 'cedar.on',
    },
    [`${day}[data-outside-range]`]: { visibility: 'hidden' },
    [`${day}[data-unavailable], ${day}[data-disabled]`]: {
      color: 'fg.muted',
      cursor: 'not-allowed',
      bg: 'transparent',
      opacity: 0.6,
    },
  },
} as const
