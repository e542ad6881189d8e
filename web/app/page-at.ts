// Which page the server writes for a path. What the browser finds out by itself (whose order it is,
// which raffle a member of staff looks at) changes nothing in it: all such paths are one page.
import { matchPath } from 'react-router-dom'

import type { PageAt } from '#services/contract/pages.ts'

import { isDesk } from '../routes/admin/desk-names.ts'
import { routeOf } from './routes.tsx'

const OF_RAFFLE = /^\/(raffle|draws)\/:id/

export function pageAt(path: string): PageAt {
  const pattern = routeOf(path)?.path ?? '*'
  const { id, desk = '' }: Params = matchPath(pattern, path)?.params ?? {}
  return {
    pattern: isDesk(desk) ? `/admin/${desk}` : pattern,
    raffleId: OF_RAFFLE.test(pattern) ? (id ?? null) : null,
  }
}

type Params = { readonly id?: string | undefined; readonly desk?: string | undefined }
