// From what was dropped on the page to the report.
import { verifyBundle } from '#events/verify/verify.ts'
import type { Report } from '#events/verify/verify.ts'

import { browserCrypto } from './crypto.ts'
import { openZipFile } from './open-file.ts'
import { readExtras } from './read-extras.ts'

export type VerificationInput = {
  bundle: Blob
  /** Verifier keys, one on each line. */
  keys: string
  extras: readonly File[]
  isSandbox: boolean
}

export async function runVerification(
  { bundle, keys, extras, isSandbox }: VerificationInput,
  onPercent: (percent: number) => void,
): Promise<Report> {
  let last = -1
  return verifyBundle({
    files: await openZipFile(bundle),
    crypto: browserCrypto,
    trust: { keys: keys.split('\n').filter(Boolean), beacons: [], sandbox: isSandbox },
    ...(await readExtras(extras)),
    onProgress(done, total) {
      const percent = Math.floor((done / total) * 100)
      if (percent !== last) onPercent((last = percent))
    },
  })
}
