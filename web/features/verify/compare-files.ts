// Two bundles of one raffle, compared on this device.
import { compareBundles } from '#events/verify/compare.ts'
import type { Comparison } from '#events/verify/compare.ts'

import { browserCrypto } from './crypto.ts'
import { openZipFile } from './open-file.ts'

export type { Comparison }

/** Whichever is the earlier one; throws where one of them is no bundle. */
export async function compareFiles(one: Blob, other: Blob): Promise<Comparison> {
  return compareBundles(
    { one: await openZipFile(one), other: await openZipFile(other) },
    browserCrypto,
  )
}
