import { expect, it } from 'vitest'

import { drawStages, drawStepNames } from '#services/contract/draws.ts'

import { drawEn } from '../../lib/text/draw-en.ts'
import { stageWords, stepWords } from './draw-words.ts'

const { steps } = drawEn
const said = (mode: 'beacon' | 'local' | 'physical') =>
  [
    ...drawStages.map((stage) => stageWords(drawEn, { mode, stage })),
    ...drawStepNames.filter(isPartOf(mode)).flatMap((step) => {
      const { name, about } = stepWords(steps, { mode, step })
      return [name, about]
    }),
  ].join('\n')

/** Without a beacon some stages and steps never come; what is said of them is said to nobody. */
const isPartOf = (mode: string) => (step: string) =>
  mode === 'beacon' ||
  !(step === 'round' || step === 'beacon' || (mode === 'physical' && /reveal|inputs/.test(step)))

it('speaks of dice and beacon where there are both', () => {
  expect(stepWords(steps, { mode: 'beacon', step: 'entropy' })).toEqual({
    name: steps.name.entropy,
    about: steps.about.entropy,
  })
  expect(said('beacon')).toMatch(/dice[\s\S]*beacon exists/i)
})

it('speaks of no beacon that follows where none does', () => {
  expect(said('local')).toMatch(/dice/i)
  expect(said('local')).not.toMatch(/beacon exists/)
})

it('speaks neither of dice nor of arithmetic where a drum gives the numbers', () => {
  expect(said('physical')).not.toMatch(/dice|arithmetic/i)
  expect(said('physical')).toContain(drawEn.drumStage.diced)
})
