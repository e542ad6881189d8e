// A setting that lies in a file, as Docker and Kubernetes mount secrets and agents of vaults write
// them, or one that a setting names. Both are read at once and not through `io(name, …)`: all
// settings are known before anything of the program runs, so there is nothing yet that it could
// stop, and nobody who waits.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

/** Throws where it cannot be read; the message of what is thrown names the file alone. */
export const readSettingFile = (path: string): string => readFileSync(path, 'utf8')

/** Of a file that may be far too large to be read; throws like the other. */
export function readBeginning(path: string, bytesMax: number): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(bytesMax)
    return bytes.subarray(0, readSync(file, bytes, 0, bytesMax, 0)).toString('latin1')
  } finally {
    closeSync(file)
  }
}
