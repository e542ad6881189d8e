import { Box } from '@chakra-ui/react'
import { Outlet } from 'react-router-dom'

import { Toaster } from '../../components/toaster.tsx'

/** The staff's frame: no shop around it. */
export function AdminLayout() {
  return (
    <>
      <Box as="main" id="main" tabIndex={-1} minH="100dvh">
        <Outlet />
      </Box>
      <Toaster />
    </>
  )
}
