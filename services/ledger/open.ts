// The ledger of this installation: its signer's record in SIGNER_DIR, its witnesses from the
// settings.
import { join } from 'node:path'

import type { Config } from '../config.ts'
import type { Database } from '../io/database.ts'
import type { Log } from '../log.ts'
import { fileGuard } from './guard.ts'
import type { LedgerKeys } from './keys.ts'
import { openLedger } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import { openSigner, SignerRefused } from './signer.ts'
import { TreeRefused } from './tree.ts'

export type OpenLedgerNeeds = {
  config: Pick<Config, 'signerFolder' | 'witnesses'>
  database: Database
  keys: LedgerKeys
  log: Pick<Log, 'warn' | 'fatal'>
}

export function openInstalledLedger({ config, database, keys, log }: OpenLedgerNeeds): Ledger {
  return openLedger({
    database,
    signer: openSigner({ guard: fileGuard(join(config.signerFolder, 'guard')), keys }),
    witnesses: config.witnesses.list,
    failed(logId, error) {
      // A witness comes back by itself; a signer that refuses, or a tree, waits for a person.
      const isRefused = error instanceof SignerRefused && error.code !== 'busy'
      if (isRefused || error instanceof TreeRefused)
        log.fatal({ logId, error }, 'a public log is not signed any more')
      else log.warn({ logId, error }, 'a public log will be tried again')
    },
  })
}
