// What the trail is asked for. Choices stand in the address and hold at once; what is typed has to
// settle, and who has acted never stands there.
import { subjectKinds } from '#services/contract/admin-audit.ts'

import { isDay, oneOf } from '../../lib/admin/in-address.ts'
import { isNoPerson } from '../../lib/admin/is-no-person.ts'
import { TRAIL_ACTOR } from '../../lib/admin/trail.ts'
import { useInAddress } from '../../lib/admin/use-in-address.ts'
import { useSettled } from '../../lib/admin/use-settled.ts'
import { useTyped } from '../../lib/admin/use-typed.ts'
import { useAdminAuditTexts } from '../../lib/text/admin-audit.ts'
import type { TrailFilter } from './api/audit.ts'
import { isFactType } from './fact-choices.ts'
import { useSubject } from './use-subject.ts'

const TYPING_SETTLES_MS = 300

/** `about`: the kind of the subject. */
const usual = { about: 'order', subject: '', type: '', from: '', to: '' }
const known = { about: oneOf(subjectKinds), subject: isNoPerson, from: isDay, to: isDay }

export type TrailQuestion = ReturnType<typeof useTrailFilter>

export function useTrailFilter() {
  const text = useAdminAuditTexts()
  const isKnownType = (type: string) => isFactType(text, type)
  const [chosen, choose] = useInAddress(usual, { ...known, type: isKnownType })
  const { about, type, from, to } = chosen
  const subject = useSubject({
    screen: 'trail',
    chosen: chosen.subject,
    onChoose: (words) => choose({ subject: words }),
  })
  const [actor, setActor] = useTyped(TRAIL_ACTOR)
  const settled = {
    subject: useSettled(subject.words, TYPING_SETTLES_MS),
    actor: useSettled(actor, TYPING_SETTLES_MS),
  }
  const filter: TrailFilter = { subjectKind: about, subject: subject.words, actor, type, from, to }
  /** Everything else as usual. */
  const begin = (changes: { about?: string; subject?: string } = {}) => {
    subject.forget()
    setActor('')
    choose({ ...usual, ...changes })
  }
  return {
    /** As it is seen. */
    filter,
    /** As it is asked. */
    asked: {
      ...filter,
      ...(subject.isTyped && { subject: settled.subject }),
      ...(actor !== '' && { actor: settled.actor }),
    },
    choose,
    subject,
    setActor,
    begin,
  }
}
