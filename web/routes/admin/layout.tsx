import { Box } from '@chakra-ui/react'
import { Outlet } from 'react-router-dom'

import { WhenIdle } from '../../components/when-idle.tsx'
import { lazily } from '../../lib/patient.ts'

const Toaster = lazily(async () => (await import('../../components/toaster.tsx')).Toaster)

/** The staff's frame: no shop around it. */
export function AdminLayout() {
  return (
    <>
      <Box as="main" id="main" tabIndex={-1} minH="100dvh">
        <Outlet />
      </Box>
      <WhenIdle>
        <Toaster edge="foot" />
      </WhenIdle>
    </>
  )
}
