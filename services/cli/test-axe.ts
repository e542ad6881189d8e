// `npm run test:axe`: axe-core on every screen, of the shop and of its staff, in every look.
import { faultsOf } from '../testing/page-faults.ts'
import { requireOptions, tourOf, visitEach } from '../testing/stages.ts'
import { tellRefusal } from './refusals.ts'
import { bar, wantsHelp } from './terminal.ts'

const HELP = `
npm run test:axe [-- --only=pattern]

axe-core on every screen of services/testing/screens.ts and admin-screens.ts, in every state, at 360
and 1440 px, in English, Arabic and French, light and dark; and what Lighthouse looks for besides.
\`npm test\` looks at a third of the everyday ones, by turns (TURN=all: at each).

  --only=pattern          the screens whose name fits; those of staff begin with admin-
  --languages=en,ar,fr    or some of them
  --modes=light,dark      or one of them
  --widths=360,1440       or one of them

Exit status 0: nothing was found; 1: what was, a screen and its faults at a time.
`

async function main(): Promise<void> {
  const given = process.argv.slice(2)
  if (wantsHelp(HELP, given)) return
  requireOptions(given, ['only', 'languages', 'modes', 'widths'])
  const tour = tourOf(given, { languages: 'en,ar,fr' })
  const shown = bar('axe')
  let examined = 0
  const missed = await visitEach({
    ...tour,
    progress: shown.update,
    async see(sight) {
      const faults = await faultsOf(sight)
      examined += 1
      if (faults.length > 0) throw new Error(faults.join('\n  '))
    },
  }).finally(shown.stop)
  for (const { name, error } of missed) process.stdout.write(`${name}: ${String(error)}\n`)
  process.stdout.write(`${examined} looks examined, faults in ${missed.length}\n`)
  process.exitCode = missed.length === 0 ? 0 : 1
}

await main().catch((error: unknown) => tellRefusal(error))
