// What the browser's own passkey dialogs are given and what they hand back, in the shapes of our
// calls (WebAuthn Level 3). They need a named host: an address of numbers cannot have passkeys.
import type {
  AddPasskeyRequest,
  PasskeyProofRequest,
  PasskeyQuestion,
} from '#services/contract/second-factor.ts'

export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

export async function makePasskey(
  question: PasskeyQuestion,
  account: string,
): Promise<Omit<AddPasskeyRequest, 'name'>> {
  const { rpId, rpName, algorithms, credentialIds, challenge, timeoutMs } = question
  const made = await navigator.credentials.create({
    publicKey: {
      rp: { id: rpId, name: rpName },
      // The same person in the same shop is the same entry in a keychain.
      user: {
        id: bytesOf(toText(new TextEncoder().encode(account))),
        name: account,
        displayName: account,
      },
      challenge: bytesOf(challenge),
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: credentialIds.map(named),
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      attestation: 'none',
      timeout: timeoutMs,
    },
  })
  const { response } = requireCredential(made)
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Error('no new passkey')
  return {
    clientDataJson: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
  }
}

export async function askForPasskey(question: PasskeyQuestion): Promise<PasskeyProofRequest> {
  const { rpId, credentialIds, challenge, timeoutMs } = question
  const found = await navigator.credentials.get({
    publicKey: {
      rpId,
      challenge: bytesOf(challenge),
      allowCredentials: credentialIds.map(named),
      userVerification: 'required',
      timeout: timeoutMs,
    },
  })
  const { rawId, response } = requireCredential(found)
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('no passkey answered')
  return {
    credentialId: toText(rawId),
    clientDataJson: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
  }
}

const named = (id: string) => ({ type: 'public-key' as const, id: bytesOf(id) })

function requireCredential(given: Credential | null): PublicKeyCredential {
  if (given instanceof PublicKeyCredential) return given
  throw new Error('the browser handed over no passkey')
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

function toText(bytes: ArrayBuffer | Uint8Array): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
