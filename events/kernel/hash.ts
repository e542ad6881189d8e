// Hash functions are handed in: node:crypto in the service, noble in the browser.
export type Sha256 = (bytes: Uint8Array) => Uint8Array
export type HmacSha256 = (key: Uint8Array, message: Uint8Array) => Uint8Array
/** True when `signature` over `message` is by the holder of the 32-byte Ed25519 `publicKey`. */
export type VerifyEd25519 = (
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
) => boolean
/** BLS12-381 with signatures on G1 (`bls-unchained-g1-rfc9380`). */
export type VerifyBls = (claim: {
  /** 48 bytes, compressed. */
  signature: Uint8Array
  /** Hashed to the curve with DST `BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_`. */
  message: Uint8Array
  /** 96 bytes, compressed. */
  publicKey: Uint8Array
}) => boolean
