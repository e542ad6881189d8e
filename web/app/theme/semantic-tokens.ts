// Colours by meaning, each with its light and dark value. Text pairs hold at least 4.5 : 1 and
// control borders 3 : 1 against every surface they stand on.
import { defineSemanticTokens } from '@chakra-ui/react'

const pair = (base: string, _dark: string) => ({ value: { base, _dark } })
const both = (value: string) => ({ value })

export const semanticTokens = defineSemanticTokens({
  colors: {
    bg: {
      DEFAULT: pair('#F5F6F1', '#0B1310'),
      surface: pair('#FFFFFF', '#121D18'),
      raised: pair('#FFFFFF', '#18261F'),
      sunk: pair('#EAEDE4', '#0E1814'),
      veil: pair('rgba(16,32,26,.46)', 'rgba(0,0,0,.62)'),
    },
    line: { DEFAULT: pair('#D8DDD0', '#26382F'), strong: pair('#7F8A82', '#647A6E') },
    fg: {
      DEFAULT: pair('#10201A', '#EEF2EA'),
      soft: pair('#3F4E46', '#B9C5BC'),
      muted: pair('#5A6860', '#8FA096'),
    },
    cedar: {
      solid: pair('#0E5A43', '#35AE86'),
      hover: pair('#0A4533', '#4CC39B'),
      on: pair('#FFFFFF', '#06140F'),
      fg: pair('#0E5A43', '#6FD3AD'),
      subtle: pair('#DFEEE6', '#12352A'),
    },
    saffron: {
      solid: pair('#F2A900', '#F7BC3B'),
      hover: pair('#FFBB1F', '#FFCB5E'),
      on: both('#10201A'),
      fg: pair('#805200', '#F7BC3B'),
      subtle: pair('#FFF1CF', '#38290A'),
    },
    pomegranate: {
      fg: pair('#B42334', '#F58A90'),
      subtle: pair('#FCE7E7', '#3B1619'),
    },
    sea: { fg: pair('#1B6A87', '#7CC4DF') },
    success: { fg: pair('#146C3C', '#6FD3AD'), subtle: pair('#DDF3E4', '#12352A') },
    // Printed plates are the same by day and by night.
    plate: {
      cedar: both('#0E5A43'),
      cedarDeep: both('#0A4533'),
      sea: both('#164C63'),
      seaDeep: both('#0F3547'),
      wine: both('#7A1F33'),
      wineDeep: both('#561424'),
      night: both('#14231D'),
      nightDeep: both('#0B1310'),
      foil: both('#F2C14E'),
      mint: both('#6FD3AD'),
      paper: both('#F5F6F1'),
    },
  },
  shadows: {
    ticket: pair(
      '0 1px 0 rgba(16,32,26,.05), 0 10px 24px -14px rgba(16,32,26,.28)',
      '0 0 0 1px #26382F',
    ),
    // By night sunk ground is nearly the sheet's own: a hairline tells them apart.
    sunk: pair('none', 'inset 0 0 0 1px #26382F'),
    raised: pair('0 18px 50px -18px rgba(16,32,26,.45)', '0 0 0 1px #26382F'),
  },
})
