// The second factor of customers: set up and taken away in the account, given at the sign-in. And
// the sessions that a sign-in leaves behind.
import { codesSent, erasureCodeRequest } from './account.ts'
import { signedInResponse } from './auth.ts'
import { customerSecurity, customerSessions } from './customer-security.ts'
import { sessionsRevoked } from './live-sessions.ts'
import type { Operation } from './operation.ts'
import * as factor from './second-factor.ts'
import { noBody } from './shared.ts'

const state = { 200: { description: 'How it now stands.', schema: customerSecurity } }
const question = { 200: { description: 'The question.', schema: factor.passkeyQuestion } }
const codes = { 200: { description: 'Shown once.', schema: factor.recoveryCodes } }
const in200 = { 200: { description: 'Signed in.', schema: signedInResponse } }
const nothing = { kind: 'json', schema: noBody, isOptional: true } as const
const ended = { 200: { description: 'Ended.', schema: sessionsRevoked } }
const proofProblems = ['wrong_code', 'too_many_requests'] as const
const codeProblems = [...proofProblems, 'factor_unreadable'] as const
/**
 * One is set up or taken away by who has just proven himself: by a second factor, or, who has none,
 * by a sign-in or a code by SMS.
 */
const guarded = ['not_found', 'not_allowed', 'second_factor_required', 'step_up_required'] as const

/** Before he ends a session: the same. */
const proofAsked = ['not_found', 'second_factor_required', 'step_up_required'] as const

const mine = { tag: 'Account', who: 'customer' } as const
const signIn = { tag: 'Sign-in', who: 'anyone' } as const

export const customerSecurityOperations: readonly Operation[] = [
  {
    ...mine,
    name: 'readSecurity',
    method: 'get',
    path: '/api/account/security',
    summary: 'Which second factors there are, and whether he has proven himself just now',
    answers: state,
    problems: ['not_found'],
  },
  {
    ...mine,
    name: 'proveSelfByCode',
    method: 'post',
    path: '/api/account/security/proof',
    summary: 'Give a code of the app, or a recovery code; who has none of them, a code by SMS',
    body: { kind: 'json', schema: factor.codeRequest },
    answers: state,
    problems: ['not_found', ...codeProblems, 'code_expired'],
  },
  {
    ...mine,
    name: 'sendProofCode',
    method: 'post',
    path: '/api/account/security/code',
    summary: 'Send a code by SMS to who has no second factor to prove himself by',
    body: { kind: 'json', schema: erasureCodeRequest, isOptional: true },
    answers: { 200: { description: 'On its way.', schema: codesSent } },
    problems: ['not_found', 'too_many_requests', 'factor_exists'],
  },
  {
    ...mine,
    name: 'askOwnPasskey',
    method: 'post',
    path: '/api/account/security/passkey-question',
    summary: 'What a passkey is to sign, to make one or to use one; asked once',
    body: nothing,
    answers: question,
    problems: ['not_found'],
  },
  {
    ...mine,
    name: 'proveSelfByPasskey',
    method: 'post',
    path: '/api/account/security/passkey-proof',
    summary: 'Give what a passkey has signed',
    body: { kind: 'json', schema: factor.passkeyProofRequest },
    answers: state,
    problems: ['not_found', ...proofProblems, 'passkey_refused'],
  },
  {
    ...mine,
    name: 'beginOwnTotp',
    method: 'post',
    path: '/api/account/security/totp',
    summary: 'A new secret for a code app; it counts with its first code',
    body: nothing,
    answers: { 200: { description: 'Shown once.', schema: factor.totpStarted } },
    problems: [...guarded, 'factor_exists'],
  },
  {
    ...mine,
    name: 'confirmOwnTotp',
    method: 'post',
    path: '/api/account/security/totp/confirm',
    summary: 'The first code of the app; other browsers are signed out',
    body: { kind: 'json', schema: factor.codeRequest },
    answers: codes,
    problems: [...guarded, ...codeProblems],
  },
  {
    ...mine,
    name: 'removeOwnTotp',
    method: 'delete',
    path: '/api/account/security/totp',
    summary: 'Forget the code app',
    answers: state,
    problems: guarded,
  },
  {
    ...mine,
    name: 'renewOwnRecoveryCodes',
    method: 'post',
    path: '/api/account/security/recovery-codes',
    summary: 'Ten new recovery codes; the old ones end',
    body: nothing,
    answers: codes,
    problems: [...guarded, 'no_factor'],
  },
  {
    ...mine,
    name: 'addOwnPasskey',
    method: 'post',
    path: '/api/account/security/passkeys',
    summary: 'Keep a passkey that this browser has made; other browsers are signed out',
    body: { kind: 'json', schema: factor.addPasskeyRequest },
    answers: state,
    problems: [...guarded, 'passkey_refused'],
  },
  {
    ...mine,
    name: 'removeOwnPasskey',
    method: 'delete',
    path: '/api/account/security/passkeys/{id}',
    summary: 'Forget a passkey',
    answers: state,
    problems: guarded,
  },
  {
    ...mine,
    name: 'listOwnSessions',
    method: 'get',
    path: '/api/account/sessions',
    summary: 'Where one is signed in',
    answers: { 200: { description: 'The newest first.', schema: customerSessions } },
    problems: ['not_found'],
  },
  {
    ...mine,
    name: 'endOwnSession',
    method: 'delete',
    path: '/api/account/sessions/{id}',
    summary: 'End one session',
    answers: ended,
    problems: proofAsked,
  },
  {
    ...mine,
    name: 'endOtherSessions',
    method: 'delete',
    path: '/api/account/sessions',
    summary: 'End every session but this one',
    answers: ended,
    problems: proofAsked,
  },
  {
    ...signIn,
    name: 'finishSignInByCode',
    method: 'post',
    path: '/api/auth/second-factor',
    summary: 'After the code by SMS: the code of the app, or a recovery code',
    body: { kind: 'json', schema: factor.codeRequest },
    answers: in200,
    problems: [...codeProblems, 'code_expired'],
  },
  {
    ...signIn,
    name: 'askPasskeyAtSignIn',
    method: 'post',
    path: '/api/auth/second-factor/passkey-question',
    summary: 'After the code by SMS: what a passkey is to sign',
    body: nothing,
    answers: question,
    problems: ['code_expired'],
  },
  {
    ...signIn,
    name: 'finishSignInByPasskey',
    method: 'post',
    path: '/api/auth/second-factor/passkey',
    summary: 'After the code by SMS: what a passkey has signed',
    body: { kind: 'json', schema: factor.passkeyProofRequest },
    answers: in200,
    problems: [...proofProblems, 'passkey_refused', 'code_expired'],
  },
]
