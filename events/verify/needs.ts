// What the verifier is handed: the files of a bundle, functions of the platform, and what to trust.
import type { HmacSha256, Sha256, VerifyBls, VerifyEd25519 } from '../kernel/hash.ts'

export type BundleFiles = {
  /** Paths with `/`, each once. */
  readonly names: readonly string[]
  /** The whole file. Large ones are asked for once; nothing is kept. */
  readonly read: (name: string) => Promise<Uint8Array>
}

export type Crypto = {
  readonly sha256: Sha256
  /** The same for whole files, where the platform has something faster that answers later. */
  readonly sha256OfFile?: (bytes: Uint8Array) => Promise<Uint8Array>
  readonly hmac: HmacSha256
  readonly verifyEd25519: VerifyEd25519
  readonly verifyBls: VerifyBls
}

export type Trust = {
  /**
   * Verifier keys that came by another way than the bundle: the log's, and as many of witnesses
   * and of the representative as are known.
   */
  readonly keys: readonly string[]
  /** Chain hashes of beacons that nobody of this raffle runs; quicknet's where nothing is said. */
  readonly beacons: readonly string[]
  /** A demo's own beacon and simulated times are taken for real. */
  readonly sandbox: boolean
}

/** What opens one issue's two commitments; `null` where only one was given. */
export type Opening = {
  readonly index: number
  readonly holderSalt: string | null
  readonly holderText: string | null
  readonly orderSalt: string | null
  readonly orderText: string | null
}

export type VerifyInput = {
  readonly files: BundleFiles
  readonly crypto: Crypto
  readonly trust: Trust
  /** Receipts as they were given to customers: signed notes or `.tlog-proof` texts. */
  readonly receipts?: readonly { name: string; text: string }[]
  readonly openings?: readonly Opening[]
  readonly onProgress?: (done: number, total: number) => void
}
