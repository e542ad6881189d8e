// Words of a draw that go by how it is drawn: a drum throws no dice and leaves nothing to work out,
// and where no beacon follows nobody speaks of one. Pure.
import type { DrawStepName, LiveDraw } from '#services/contract/draws.ts'

import type { DrawTexts } from '../../lib/text/draw-en.ts'

type Stages = Pick<DrawTexts, 'stage' | 'drumStage'>

export const stageWords = (
  { stage: words, drumStage }: Stages,
  { mode, stage }: Pick<LiveDraw, 'mode' | 'stage'>,
): string => (mode === 'physical' && stage === 'diced' ? drumStage.diced : words[stage])

type Step = Pick<LiveDraw, 'mode'> & { step: DrawStepName }

/** What a step is called, and what is to be known about it. */
export function stepWords(
  { name, about, drum, withoutBeacon }: DrawTexts['steps'],
  { mode, step }: Step,
): { name: string; about: string } {
  if (mode === 'physical' && (step === 'entropy' || step === 'result')) return drum[step]
  const isWithoutBeacon = mode !== 'beacon' && step === 'inputs_cosigned'
  return {
    name: name[step],
    about: isWithoutBeacon ? withoutBeacon.inputs_cosigned : about[step],
  }
}
