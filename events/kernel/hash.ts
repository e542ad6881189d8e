// Hash functions are handed in: node:crypto in the service, noble in the browser.
export type Sha256 = (bytes: Uint8Array) => Uint8Array
export type HmacSha256 = (key: Uint8Array, message: Uint8Array) => Uint8Array
/** True when `signature` over `message` is by the holder of the 32-byte Ed25519 `publicKey`. */
export type VerifyEd25519 = (
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
) => boolean
