import { expect, it } from 'vitest'

import { fold } from '../kernel/decider.ts'
import { givenFor } from '../testing/given.ts'

import { approvalDecider } from './decide.ts'
import type { ApprovalEvent } from './events.ts'

const given = givenFor(approvalDecider)
const now = '2026-03-01T10:00:00.000Z'
const act = 'a'.repeat(64)
const wanted = {
  kind: 'capacity_change',
  subject: 'raffle/1',
  requestSha256: act,
  expiresAt: '2026-03-02T10:00:00.000Z',
} as const
const requested: ApprovalEvent = {
  type: 'ApprovalRequested',
  data: { ...wanted, requestedBy: 'ann' },
}
const givenByBob: ApprovalEvent = { type: 'ApprovalGiven', data: { by: 'bob' } }
const refusedByBob: ApprovalEvent = { type: 'ApprovalRefused', data: { by: 'bob' } }
const used: ApprovalEvent = { type: 'ApprovalUsed', data: {} }

it('is asked for once', () => {
  given()
    .when({ type: 'RequestApproval', ...wanted, by: 'ann' })
    .then(requested)
  given(requested)
    .when({ type: 'RequestApproval', ...wanted, by: 'ann' })
    .thenRejected('already_decided')
  given().when({ type: 'GiveApproval', by: 'bob', now }).thenRejected('not_found')
})

it('is decided by somebody else, once', () => {
  given(requested).when({ type: 'GiveApproval', by: 'bob', now }).then(givenByBob)
  given(requested).when({ type: 'RefuseApproval', by: 'bob', now }).then(refusedByBob)
  given(requested).when({ type: 'GiveApproval', by: 'ann', now }).thenRejected('own_request')
  given(requested).when({ type: 'RefuseApproval', by: 'ann', now }).thenRejected('own_request')
  given(requested, refusedByBob)
    .when({ type: 'GiveApproval', by: 'cat', now })
    .thenRejected('already_decided')
})

it('covers exactly one act, once, in its time', () => {
  const use = { type: 'UseApproval', requestSha256: act, now } as const
  given(requested, givenByBob).when(use).then(used)
  given(requested).when(use).thenRejected('approval_required')
  given(requested, givenByBob, used).when(use).thenRejected('approval_required')
  given(requested, givenByBob)
    .when({ ...use, requestSha256: 'b'.repeat(64) })
    .thenRejected('approval_required')
  given(requested, givenByBob)
    .when({ ...use, now: wanted.expiresAt })
    .thenRejected('approval_expired')
})

it('expires with the instant that was named, not before it', () => {
  const now = '2026-03-02T09:59:59.999Z'
  given(requested).when({ type: 'GiveApproval', by: 'bob', now }).then(givenByBob)
})

it('stays what was asked for, and by whom, through every decision', () => {
  const asked = { ...wanted, requestedBy: 'ann' }
  const after = (...facts: ApprovalEvent[]) => fold(approvalDecider, [requested, ...facts])
  expect(after()).toEqual({ status: 'waiting', ...asked })
  expect(after(givenByBob)).toEqual({ status: 'approved', ...asked })
  expect(after(refusedByBob)).toEqual({ status: 'refused', ...asked })
  expect(after(givenByBob, used)).toEqual({ status: 'used', ...asked })
})
