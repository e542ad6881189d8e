// Evidence bundles: everything a stranger needs to check a raffle without us.
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
