// The pages of draws, behind the one address pattern of the staff's desks.
import { Route, Routes } from 'react-router-dom'

import { lazyRoute } from '../../../lib/lazy-route.tsx'
import { drawRoomTexts } from '../../../lib/text/draw-room.ts'
import { drawTexts } from '../../../lib/text/draw.ts'
import { NotFound } from '../../shop/not-found.tsx'

const texts = [drawTexts, drawRoomTexts]
const list = lazyRoute(async () => (await import('./list.tsx')).DrawListPage, ...texts)
const room = lazyRoute(async () => (await import('./room.tsx')).DrawRoomPage, ...texts)
const sheet = lazyRoute(async () => (await import('./sheet.tsx')).SealSheetPage, ...texts)

export function DrawPages() {
  return (
    <Routes>
      <Route index element={<list.Page />} />
      <Route path=":id" element={<room.Page />} />
      <Route path=":id/sheet" element={<sheet.Page />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
