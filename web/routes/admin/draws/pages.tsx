// The pages of draws, behind the one address pattern of the staff's desks.
import { Route, Routes } from 'react-router-dom'

import { NotFound } from '../../shop/not-found.tsx'
import { DrawListPage } from './list.tsx'
import { DrawRoomPage } from './room.tsx'
import { SealSheetPage } from './sheet.tsx'

export function DrawPages() {
  return (
    <Routes>
      <Route index element={<DrawListPage />} />
      <Route path=":id" element={<DrawRoomPage />} />
      <Route path=":id/sheet" element={<SealSheetPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
