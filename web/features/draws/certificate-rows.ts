// What a certificate says of a draw, beside its number: how it was drawn, and out of what. Pure.
import type { LiveDraw } from '#services/contract/draws.ts'

import type { DrawTexts } from '../../lib/text/draw-en.ts'

type Drawn = { draw: LiveDraw; result: NonNullable<LiveDraw['result']> }

/** A drum's numbers are the result: nobody can work them out again. */
export const certificateStatement = (
  { certificate }: Pick<DrawTexts, 'certificate'>,
  { mode }: Pick<LiveDraw, 'mode'>,
): string => (mode === 'physical' ? certificate.drumStatement : certificate.statement)

/** A drum has no dice and no key of a permutation; what a draw lacks has no row. */
export function certificateRows(
  { proof, mode, assurance }: Pick<DrawTexts, 'proof' | 'mode' | 'assurance'>,
  { draw, result }: Drawn,
): [label: string, value: string][] {
  const isDrum = draw.mode === 'physical'
  const rows: [string, string][] = [
    [proof.title, `${mode[draw.mode]} · ${assurance(draw.assurance)}`],
    [proof.log, draw.raffle.origin],
    [proof.register, draw.seal?.registerRoot ?? ''],
    [isDrum ? proof.drum : proof.dice, draw.entropy?.text ?? ''],
    [proof.seed, draw.seed?.seed ?? ''],
    [proof.round, draw.beacon ? `${draw.beacon.round}` : ''],
    [proof.randomness, draw.beacon?.randomness ?? ''],
    [proof.prk, isDrum ? '' : result.prk],
    [proof.software, result.softwareSha256],
  ]
  return rows.filter(([, value]) => value !== '')
}
