// I18, of draws: what was announced follows from the raffle's own facts. The log is read as the
// offline verifier reads it (`events/verify`); signatures, witnesses and the beacon's proof are a
// bundle's to show, and no row's.
import { checkSeal, sealedRegister } from '#events/verify/register-check.ts'
import { checkResult, checkSeed } from '#events/verify/result-check.ts'
import { isEntry, readEntry } from '#events/verify/entry.ts'
import { scanIssue } from '#events/verify/issue-scan.ts'
import { tellEntry } from '#events/verify/log-walk.ts'
import { newJudge } from '#events/verify/report.ts'
import { tellStory } from '#events/verify/story.ts'
import type { Story } from '#events/verify/story.ts'
import { growTree, leafHasher } from '#events/verify/tree.ts'
import { utf8 } from '#events/kernel/bytes.ts'
import { checkpointBody } from '#events/ledger/checkpoint.ts'

import { nodeCrypto } from '../ledger/verify-crypto.ts'
import { pages } from './audit.ts'
import type { Audit } from './audit.ts'

export async function checkDraws(audit: Audit): Promise<void> {
  const { rows } = await audit.tx.query<{ log_id: string }>(
    `select distinct log_id from events
      where log_id like 'raffle/%' and type = 'DrawCompleted' order by log_id`,
  )
  for (const { log_id } of rows) await checkDraw(audit, log_id)
}

async function checkDraw(audit: Audit, logId: string): Promise<void> {
  const raffleId = logId.slice('raffle/'.length)
  const judge = newJudge()
  const { story, roots } = await readLog(audit, { logId, raffleId, judge })
  const { published } = story
  if (published === null) return audit.violated('I18', `${logId}: drawn and never published`)
  const needs = { judge, crypto: nodeCrypto, published, raffleId }
  for (const draw of story.draws) {
    const register = sealedRegister(story, draw, nodeCrypto.sha256)
    checkSeal(judge, draw, register)
    checkSeed(needs, draw)
    const size = draw.seal.index + 1
    const root = roots.get(size) ?? new Uint8Array(32)
    const sealBody = checkpointBody({ origin: published.data.origin, size, root })
    checkResult(needs, draw, { register, sealBody })
    audit.examined('I18', register.numbers.length)
    audit.progress(register.numbers.length)
  }
  for (const { id, findings } of judge.checks())
    if (judged.has(id))
      for (const { kind, code, values } of findings)
        if (kind === 'fail')
          audit.violated('I18', `${logId}: draw, (${id}) ${code} ${JSON.stringify(values)}`)
}

/** Register, seed, derivation, numbers; the other checks have invariants of their own. */
const judged: ReadonlySet<string> = new Set(['g', 'j', 'm', 'n'])

type Row = { position: number; payload: string }
type Reading = { logId: string; raffleId: string; judge: ReturnType<typeof newJudge> }

/** The story, and the roots after every fact that is no sale. */
async function readLog(
  audit: Audit,
  { logId, raffleId, judge }: Reading,
): Promise<{ story: Story; roots: Map<number, Uint8Array> }> {
  const teller = tellStory(raffleId, judge, nodeCrypto)
  const tree = growTree(nodeCrypto.sha256)
  const hashLeaf = leafHasher(nodeCrypto.sha256)
  const roots = new Map<number, Uint8Array>()
  const statement = {
    name: 'verify_draw_leaves',
    text: `select position, payload from events
            where log_id = $1 and position > $2 order by position limit $3`,
  }
  const next = (row: Row) => [logId, row.position]
  for await (const rows of pages<Row>(audit, statement, [logId, 0], next))
    for (const { payload } of rows) {
      const bytes = utf8(payload)
      const index = tree.size()
      tree.add(hashLeaf(bytes))
      const issue = scanIssue({ text: payload, start: 0, end: payload.length })
      if (issue !== null) {
        teller.issue({ ...issue, index })
        continue
      }
      roots.set(index + 1, tree.root())
      const entry = readEntry(bytes)
      if (!isEntry(entry)) {
        audit.violated('I18', `${logId}: entry ${index} cannot be read, ${entry.fault}`)
        continue
      }
      tellEntry(teller, { ...entry, index })
    }
  return { story: teller.told(), roots }
}
