// Bundles whose files somebody has damaged, by accident or not.
import { utf8 } from '../../../kernel/bytes.ts'
import { sealManifest, type MadeBundle } from '../bundle.ts'
import type { Case } from '../cases.ts'
import { checkpointName, checkpointOf, insertAfter, stepOf } from '../frauds/fraud.ts'

/** The files as they are after this, listed in a new manifest. */
const listed = (act: (bundle: MadeBundle) => void): Case => ({
  files: (bundle) => {
    act(bundle)
    sealManifest(bundle.files, bundle.log.entries.length)
  },
})

const change = (name: string, by: (bytes: Uint8Array) => Uint8Array): Case =>
  listed(({ files }) => void files.set(name, by(files.get(name)!)))

const rename = ({ files }: MadeBundle, from: string, to: string) => {
  files.set(to, files.get(from)!)
  files.delete(from)
}

const entries = 'tile/entries/000.p/161'
const without = (name: string): Case => listed(({ files }) => void files.delete(name))

export const damaged: Readonly<Record<string, Case>> = {
  'no manifest': { files: ({ files }) => void files.delete('manifest.json') },
  'a manifest that is no JSON': {
    files: ({ files }) => void files.set('manifest.json', utf8('x')),
  },
  'a manifest that lists nothing': {
    files: ({ files }) => void files.set('manifest.json', utf8('{"files":[]}')),
  },
  'a manifest that is a list': {
    files: ({ files }) => void files.set('manifest.json', utf8('[]')),
  },
  'a file that is listed and not there': {
    files: ({ files }) => void files.delete('README.txt'),
  },
  'a file of a name that no bundle has': listed(
    ({ files }) => void files.set('notes.txt', utf8('x')),
  ),
  'no checkpoint at all': listed(({ files }) => {
    for (const name of files.keys()) if (name.startsWith('checkpoints/')) files.delete(name)
  }),
  'a checkpoint that is no note': listed(
    ({ files }) => void files.set(checkpointName(files, 'first'), utf8('x')),
  ),
  'a checkpoint that is no text': listed(
    ({ files }) => void files.set(checkpointName(files, 'first'), Uint8Array.of(0xff)),
  ),
  'a checkpoint of a log without a raffle': listed(({ files }) => {
    for (const name of files.keys())
      if (name.startsWith('checkpoints/')) {
        const text = new TextDecoder().decode(files.get(name))
        files.set(name, utf8(text.replace(/^[^\n]+/, 'shop.example')))
      }
  }),
  'two checkpoints of one size': {
    plan: (plan) => plan.checkpoints.push({ ...checkpointOf(plan, 'closed') }),
  },
  'entries that end too early': change(entries, (bytes) => bytes.slice(0, -1)),
  'entries with a byte behind them': change(entries, (bytes) => Uint8Array.of(...bytes, 0)),
  'an entry of no bytes': change(entries, (bytes) => Uint8Array.of(0, 0, ...bytes)),
  'no tile of hashes': without('tile/0/000.p/161'),
  'a tile with a hash too many': change('tile/0/000.p/161', (bytes) =>
    Uint8Array.of(...bytes, ...bytes.slice(0, 32)),
  ),
  'a tile that nobody needs': listed((bundle) => rename(bundle, 'verify.html', 'tile/7/000')),
  'a certificate of another layout': change('certificate.html', (bytes) =>
    utf8(new TextDecoder().decode(bytes).replace('certificate 1 -->', 'certificate 9 -->')),
  ),
  'no certificate': without('certificate.html'),
  'no result': without('result.json'),
  'a fact of another raffle': {
    plan: (plan) =>
      void (stepOf(plan, 'closed').bytes = (text) =>
        text.replace(/"raffle":"[^"]*"/, '"raffle":"x"')),
  },
  'a fact that is no JSON': {
    plan: (plan) => void (stepOf(plan, 'closed').bytes = () => 'closed'),
  },
  'a sale of another raffle': {
    plan: (plan) =>
      void (stepOf(plan, 'sale 9').bytes = (text) =>
        text.replace(/"raffle":"[^"]*"/, '"raffle":"x"')),
  },
  'a sale with one field more': {
    plan: (plan) =>
      void (stepOf(plan, 'sale 9').bytes = (text) => text.replace('"last"', '"kind":"x","last"')),
  },
  'a sale with another index': {
    plan: (plan) =>
      void (stepOf(plan, 'sale 9').bytes = (text) => text.replace('"index":9', '"index":8')),
  },
  'a sale that goes backwards': {
    plan: (plan) =>
      insertAfter(plan, 'sale 9', {
        ...stepOf(plan, 'sale 9'),
        name: 'backwards',
        make: (log) => ({ ...log.named('sale 9').data, first: 90, last: 80 }),
      }),
  },
}
