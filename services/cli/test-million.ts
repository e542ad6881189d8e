// npm run test:million: makers and checkers at a million leaves, too long for every `npm test`,
// which has them at all sizes to 300 and at 70,000.
import { selectIndexes, registerRoot } from '#events/draw/select-winners.ts'
import type { RegisterEntry } from '#events/draw/select-winners.ts'
import { concat, hexOf, u64be } from '#events/kernel/bytes.ts'
import { grownLog, requireConsistency, requireInclusion } from '#events/ledger/testing/grown-log.ts'
import { checkTiles } from '#events/ledger/tiles.ts'
import type { TileReader } from '#events/ledger/tiles.ts'
import { hmacSha256, sha256 } from '#events/testing/hashes.ts'
import { growTree, leafHasher } from '#events/verify/tree.ts'

import { takesNothing, tellWrongOption, wantsHelp } from './terminal.ts'

const help = `npm run test:million

Tiles, proofs of leaves and of growth, the register's root and the permutation at 1,000,000, made
one way and checked another; a changed proof and a changed tile have to fail.

Exit status 0: all agree; 1: the first that does not, by name.`

const MILLION = 1_000_000

function require(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`${what}: maker and checker do not agree`)
}

function checkTree(): void {
  const log = grownLog()
  for (const batch of [1, 70_000, 429_999, 1, 499_999]) log.append(batch)
  const claim = { size: MILLION, root: log.root(), read: log.read }
  require(checkTiles(claim, sha256), 'tiles')
  const shifted: TileReader = (tile) =>
    tile.level === 2 ? log.read(tile).toReversed() : log.read(tile)
  require(!checkTiles({ ...claim, read: shifted }, sha256), 'tiles that were changed')
  for (const index of [0, 65_536, 524_287, 524_288, MILLION - 1]) requireInclusion(log, index)
  for (const from of [1, 70_001, 500_000, 500_001, MILLION]) requireConsistency(log, from)
}

function checkRegister(): void {
  const register: RegisterEntry[] = Array.from({ length: MILLION }, (_, at) => ({
    number: at + 1,
    issueLeafIndex: 1 + (at >> 1),
  }))
  // The verifier's own tree, which shares no line with the frontier of the seal.
  const tree = growTree(sha256)
  const hashLeaf = leafHasher(sha256)
  for (const { number, issueLeafIndex } of register)
    tree.add(hashLeaf(concat(u64be(number), u64be(issueLeafIndex))))
  require(hexOf(registerRoot(register, sha256)) === hexOf(tree.root()), 'register')
}

function checkPermutation(): void {
  const prk = sha256(Uint8Array.of(1))
  const draw = { prk, count: MILLION, places: 1_000, wordBits: 64 } as const
  const { indexes, steps } = selectIndexes(draw, hmacSha256)
  const all = Array.from({ length: MILLION }, (_, at) => at)
  for (const { place, chosen } of steps) [all[place], all[chosen]] = [all[chosen]!, all[place]!]
  require(indexes.join() === all.slice(0, indexes.length).join(), 'permutation')
}

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  takesNothing()
  const startedAt = performance.now()
  for (const check of [checkTree, checkRegister, checkPermutation]) {
    check()
    process.stdout.write(`${check.name}: 1,000,000 agree\n`)
  }
  process.stdout.write(`${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`)
}

if (import.meta.main) await main().catch(tellWrongOption)
