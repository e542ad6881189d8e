import { ScrollText } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { LinkProps } from 'react-router-dom'

import type { SubjectKind } from '#services/contract/admin-audit.ts'

import { TRAIL_ACTOR, trailOf } from '../../lib/admin/trail.ts'
import { useTyped } from '../../lib/admin/use-typed.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { Button } from '../button.tsx'
import { IconFace, iconLook } from './icon-button.tsx'

type Subject = { kind: SubjectKind; id: string }
type Props = Subject & Omit<LinkProps, 'id' | 'to' | 'onClick'>

/**
 * To all that was recorded about one thing, whoever did it: what the trail was asked for last is
 * no part of that. For roles that read the trail.
 */
export function TrailLink({ kind, id, ...link }: Props) {
  const [, setActor] = useTyped(TRAIL_ACTOR)
  return <Link {...link} to={trailOf(kind, id)} onClick={() => setActor('')} />
}

/** Quiet, below what a dialog tells. */
export function TrailButton(subject: Subject) {
  const { menu } = useAdminTexts()
  return (
    <Button asChild variant="ghost" size="sm" alignSelf="flex-start">
      <TrailLink {...subject}>
        <ScrollText size={18} aria-hidden />
        {menu.audit}
      </TrailLink>
    </Button>
  )
}

/** Beside the acts of a row. */
export function TrailIcon({ name, ...subject }: Subject & { name: string }) {
  const { menu } = useAdminTexts()
  return (
    <Button asChild {...iconLook} color="fg.soft">
      <TrailLink {...subject} aria-label={`${menu.audit}: ${name}`} title={menu.audit}>
        <IconFace icon={ScrollText} caption={menu.audit} />
      </TrailLink>
    </Button>
  )
}
