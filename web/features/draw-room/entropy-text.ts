// Throws of dice as the exact text that enters the derivation (docs/draw-protocol.md, 3.9).

/** Numbers in what was typed, whatever stands between them. */
export const valuesIn = (typed: string): number[] => (typed.match(/\d+/g) ?? []).map(Number)

type Read = { values: readonly number[]; isDrum: boolean; isSimulated: boolean }

export function entropyText({ values, isDrum, isSimulated }: Read): string {
  const kind = isDrum ? 'DRUM' : isSimulated ? 'D6-simulated' : 'D6'
  return `${kind}:${values.join(' ')}`
}
