// A setting that lies in a file, as Docker and Kubernetes mount secrets and agents of vaults write
// them. It is read at once and not through `io(name, …)`: all settings are known before anything of
// the program runs, so there is nothing yet that it could stop, and nobody who waits.
import { readFileSync } from 'node:fs'

/** Throws where it cannot be read; the message of what is thrown names the file alone. */
export const readSettingFile = (path: string): string => readFileSync(path, 'utf8')
