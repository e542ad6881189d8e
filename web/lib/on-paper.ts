// How a page is printed: the sheet and nothing around it, in ink on white, also for who reads in
// the dark.
const ink = {
  bg: '#fff',
  'bg-surface': '#fff',
  'bg-sunk': '#fff',
  fg: '#000',
  'fg-soft': '#333',
  'fg-muted': '#555',
  line: '#bbb',
  'line-strong': '#777',
  'cedar-fg': '#0E5A43',
  'cedar-subtle': '#DFEEE6',
  'saffron-fg': '#805200',
  'saffron-subtle': '#FFF1CF',
  'success-fg': '#146C3C',
  'success-subtle': '#DDF3E4',
  'pomegranate-fg': '#B42334',
  'pomegranate-subtle': '#FCE7E7',
} as const

const inInk = Object.fromEntries(
  Object.entries(ink).map(([name, colour]) => [`--q-colors-${name}`, colour]),
)

export const onPaper = {
  '@media print': {
    'html.dark': { ...inInk, colorScheme: 'light' },
    'header, footer, aside, [role=region][aria-live]': { display: 'none !important' },
    body: { background: '#fff !important', color: '#000 !important' },
  },
} as const
