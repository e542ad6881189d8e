// (g): the register as the sales and voids of the log make it, against what each seal claims.
import { bytesOfHex, hexOf, isSameBytes } from '../kernel/bytes.ts'
import type { Sha256 } from '../kernel/hash.ts'

import { registerOf, type Range } from './facts.ts'
import type { Judge } from './report.ts'
import type { Draw, Story } from './story.ts'
import { growTree } from './tree.ts'

/** What a seal sealed, computed from the entries before it. */
export type SealedRegister = {
  readonly root: Uint8Array
  /** The valid numbers, ascending. */
  readonly numbers: Int32Array
}

export function sealedRegister(
  story: Story,
  { issueCount, issued, voids }: Pick<Draw, 'issueCount' | 'issued' | 'voids'>,
  sha256: Sha256,
): SealedRegister {
  const tree = growTree(sha256)
  const numbers = new Int32Array(issued)
  let count = 0
  // 0x00 || u64be(number) || u64be(issueLeafIndex); neither reaches 2^32 here.
  const leaf = new Uint8Array(17)
  const view = new DataView(leaf.buffer)
  for (const { number, index, isVoid } of registerOf(story.issues, { issueCount, voids })) {
    if (isVoid) continue
    view.setUint32(5, number)
    view.setUint32(13, index)
    tree.add(sha256(leaf))
    numbers[count] = number
    count += 1
  }
  return { root: tree.root(), numbers: numbers.subarray(0, count) }
}

export function checkSeal(judge: Judge, draw: Draw, register: SealedRegister): void {
  const { index, data } = draw.seal
  judge.examined('g', register.numbers.length + 1)
  if (data.issuedCount !== draw.issued)
    judge.fail('g', 'other_issued_count', { index, claimed: data.issuedCount, found: draw.issued })
  if (!isSameRanges(data.voids, draw.voids)) judge.fail('g', 'other_voids', { index })
  if (data.validCount !== register.numbers.length)
    judge.fail('g', 'other_valid_count', {
      index,
      claimed: data.validCount,
      found: register.numbers.length,
    })
  if (!isSameBytes(bytesOfHex(data.registerRoot), register.root))
    judge.fail('g', 'other_register_root', { index, found: hexOf(register.root) })
}

function isSameRanges(one: readonly Range[], other: readonly Range[]): boolean {
  const isSame = (range: Range, which: number) =>
    range[0] === other[which]![0] && range[1] === other[which]![1]
  return one.length === other.length && one.every(isSame)
}
