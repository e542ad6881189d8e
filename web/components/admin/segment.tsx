import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'

type Props<Value extends string> = {
  legend: string
  name: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A filter of a few choices, all in view: native radios drawn as one bar. */
export function Segment<Value extends string>(props: Props<Value>) {
  const { legend, name, value, choices, onChange } = props
  const bar = useChosenInView(value)
  return (
    <chakra.fieldset minW="0" maxW="full">
      <chakra.legend srOnly>{legend}</chakra.legend>
      <chakra.div
        ref={bar}
        display="flex"
        flexWrap={{ md: 'wrap' }}
        overflowX={{ base: 'auto', md: 'visible' }}
        p="1"
        gap="1"
        bgColor="bg.sunk"
        borderRadius="control"
        css={edges}
      >
        {choices.map((choice) => (
          <chakra.label
            key={choice.value}
            position="relative"
            display="inline-flex"
            alignItems="center"
            minH="36px"
            px="3"
            borderRadius="tag"
            whiteSpace="nowrap"
            fontSize="sm"
            fontWeight="bold"
            cursor="pointer"
            color={choice.value === value ? 'fg' : 'fg.soft'}
            bg={choice.value === value ? 'bg.raised' : 'transparent'}
            boxShadow={choice.value === value ? 'ticket' : 'none'}
            css={keyboardRing}
          >
            <chakra.input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              position="absolute"
              inset={0}
              opacity={0}
              cursor="pointer"
            />
            {choice.label}
          </chakra.label>
        ))}
      </chakra.div>
    </chakra.fieldset>
  )
}

/** A shadow where choices are hidden; at the end of the bar its own colour lies over it. */
const edges = {
  backgroundImage: [
    'linear-gradient(to right, token(colors.bg.sunk) 40%, transparent)',
    'linear-gradient(to left, token(colors.bg.sunk) 40%, transparent)',
    'linear-gradient(to right, token(colors.line.strong), transparent)',
    'linear-gradient(to left, token(colors.line.strong), transparent)',
  ].join(),
  backgroundPosition: 'left, right, left, right',
  backgroundSize: '48px 100%, 48px 100%, 12px 100%, 12px 100%',
  backgroundAttachment: 'local, local, scroll, scroll',
  backgroundRepeat: 'no-repeat',
} as const

/** For who comes by the keyboard: a press with a finger or a mouse draws no ring. */
const keyboardRing = {
  '&:has(:focus-visible)': {
    outline: '3px solid token(colors.sea.fg)',
    outlineOffset: '-1px',
  },
} as const

/** On a phone the bar may be wider than the screen. It alone is moved, never the page. */
function useChosenInView(value: string) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = bar.current?.querySelector('input:checked')?.parentElement
    if (!bar.current || !chosen) return
    const [frame, own] = [bar.current.getBoundingClientRect(), chosen.getBoundingClientRect()]
    if (own.right > frame.right) bar.current.scrollLeft += own.right - frame.right
    if (own.left < frame.left) bar.current.scrollLeft += own.left - frame.left
  }, [value])
  return bar
}
