// What stands over the figures of the lists: how cold they were asked, by whom, in which limits.
import { CLIENTS, CREW } from './admin-crew.ts'
import type { Outcome } from './contest.ts'

const cold =
  'PostgreSQL and the service started anew before the first list, so shared buffers were empty ' +
  '(the system may still have had its files in memory)'
const serviceAlone =
  'the service started anew before the first list; PostgreSQL is not our own and was warm from ' +
  'the writing of the year'

/** It has no figure of its own. */
export const headOf = (isServerRestarted: boolean): Outcome => ({
  contest:
    `admin: ${isServerRestarted ? cold : serviceAlone}; a list finds in memory what those before ` +
    `it have read; strict limits, ${CREW} of the staff`,
  callers: CLIENTS,
  figures: [],
  ratios: [],
})
