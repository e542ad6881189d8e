// What may prove, beside a password or a code by SMS, that somebody is who he says.
export const factorKinds = ['totp', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]
