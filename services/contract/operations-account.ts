// The calls of a signed-in customer about himself and his cart.
import * as contract from './account.ts'
import { cartRequest, cartResponse } from './cart.ts'
import type { Operation } from './operation.ts'

const answer = { description: 'The account as it now is.', schema: contract.account }
/** To staff, who have no customer account, none of it exists. */
const mine = { tag: 'Account', who: 'customer', problems: ['not_found'] } as const

/**
 * Of who has a second factor: what takes the account away asks for it. Limits do as well, and who
 * has none has signed in, or given a code by SMS, in the last five minutes.
 */
const proofs = ['second_factor_required', 'step_up_required'] as const

export const accountOperations: readonly Operation[] = [
  {
    ...mine,
    name: 'readAccount',
    method: 'get',
    path: '/api/account',
    summary: 'Name, addresses, choices and limits of the customer',
    answers: { 200: answer },
  },
  {
    ...mine,
    name: 'changeProfile',
    method: 'put',
    path: '/api/account/profile',
    summary: 'Change name and e-mail',
    body: { kind: 'json', schema: contract.profileChange },
    answers: { 200: answer },
  },
  {
    ...mine,
    name: 'saveAddress',
    method: 'post',
    path: '/api/account/addresses',
    summary: 'Keep an address for the next delivery: ten at most',
    body: { kind: 'json', schema: contract.newAddress },
    answers: { 201: answer },
  },
  {
    ...mine,
    name: 'forgetAddress',
    method: 'delete',
    path: '/api/account/addresses/{id}',
    summary: 'Forget an address',
    answers: { 200: answer },
  },
  {
    ...mine,
    name: 'chooseMessages',
    method: 'put',
    path: '/api/account/messages',
    summary: 'Which texts the shop may send',
    body: { kind: 'json', schema: contract.messageChoices },
    answers: { 200: answer },
  },
  {
    ...mine,
    name: 'capSpending',
    method: 'put',
    path: '/api/account/monthly-cap',
    summary: 'Limit what may be spent in a month: lower at once, higher after a week',
    body: { kind: 'json', schema: contract.capChange },
    answers: { 200: answer },
    problems: ['not_found', ...proofs],
  },
  {
    ...mine,
    name: 'pauseBuying',
    method: 'post',
    path: '/api/account/pause',
    summary: 'Exclude oneself from buying for some time: it cannot be shortened',
    body: { kind: 'json', schema: contract.pauseRequest },
    answers: { 200: answer },
    problems: ['not_found', ...proofs, 'limit_is_stricter'],
  },
  {
    ...mine,
    name: 'sendPhoneCodes',
    method: 'post',
    path: '/api/account/phone-codes',
    summary: 'Send a code to the present number and one to the new one',
    body: { kind: 'json', schema: contract.phoneCodesRequest },
    answers: { 200: { description: 'On their way.', schema: contract.codesSent } },
  },
  {
    ...mine,
    name: 'changePhone',
    method: 'put',
    path: '/api/account/phone',
    summary: 'Change the number, with the codes of both; other browsers are signed out',
    body: { kind: 'json', schema: contract.phoneChange },
    answers: { 200: answer },
    problems: ['not_found', ...proofs, 'wrong_code', 'code_expired', 'phone_taken'],
  },
  {
    ...mine,
    name: 'downloadData',
    method: 'get',
    path: '/api/account/data',
    summary: 'Everything the shop knows about the customer',
    answers: { 200: { description: 'A JSON file.', schema: contract.personalData } },
  },
  {
    ...mine,
    name: 'sendErasureCode',
    method: 'post',
    path: '/api/account/erasure-code',
    summary: 'Send the code that an erasure needs',
    body: { kind: 'json', schema: contract.erasureCodeRequest, isOptional: true },
    answers: { 200: { description: 'On its way.', schema: contract.codesSent } },
  },
  {
    ...mine,
    name: 'eraseAccount',
    method: 'post',
    path: '/api/account/erasure',
    summary: 'Erase the person; orders and tickets stay, and belong to nobody who could be named',
    body: { kind: 'json', schema: contract.erasureRequest },
    answers: { 200: { description: 'Erased, and signed out.', schema: contract.erased } },
    problems: ['not_found', ...proofs, 'wrong_code', 'code_expired', 'account_in_use'],
  },
  {
    ...mine,
    name: 'readCart',
    method: 'get',
    path: '/api/cart',
    summary: 'The cart of the customer, at the prices of this moment',
    answers: { 200: { description: 'The cart.', schema: cartResponse } },
  },
  {
    ...mine,
    name: 'keepCart',
    method: 'put',
    path: '/api/cart',
    summary: 'Keep this cart for the other devices of the customer',
    body: { kind: 'json', schema: cartRequest },
    answers: { 200: { description: 'The cart.', schema: cartResponse } },
  },
]
