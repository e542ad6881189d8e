/** The browser's own button in a field for a file, drawn as the shop's are. */
export const fileButton = {
  '&::file-selector-button': {
    marginInlineEnd: '3',
    px: '3',
    py: '0.5',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'line.strong',
    borderRadius: 'control',
    bg: 'bg.sunk',
    color: 'fg',
    fontWeight: 'bold',
    cursor: 'pointer',
  },
} as const
