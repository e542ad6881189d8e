// Evidence bundles: everything a stranger needs to check a raffle without us.
import { openingsFile, openingsQuery } from './openings.ts'
import type { Operation } from './operation.ts'

const tag = 'Evidence'
const zip = { 200: { description: 'The bundle.', schema: null, contentType: 'application/zip' } }

export const bundleOperations: readonly Operation[] = [
  {
    name: 'adminReadBundle',
    method: 'get',
    path: '/api/admin/raffles/{id}/bundle',
    tag,
    summary: 'The evidence of a raffle as it stands, as a ZIP file',
    who: 'staff',
    answers: zip,
    problems: ['nothing_signed'],
  },
  {
    name: 'adminExportOpenings',
    method: 'get',
    path: '/api/admin/raffles/{id}/openings',
    tag,
    summary: 'Salts and texts behind the commitments of a raffle, or of some tickets, as a file',
    who: 'staff',
    needsFreshProof: true,
    query: openingsQuery,
    answers: {
      200: {
        description: 'In the order of the numbers; streamed. To a regulator without holders.',
        schema: openingsFile,
      },
    },
    problems: [],
  },
  {
    name: 'readBundle',
    method: 'get',
    path: '/ledger/{raffleId}/bundle.zip',
    tag,
    summary: 'The evidence of a raffle that was drawn, as a ZIP file',
    who: 'anyone',
    isForEverybody: true,
    answers: zip,
    problems: ['nothing_signed', 'evidence_not_public'],
  },
]
