import { Flex } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Something to know before going on, with what may be done about it. */
export function Notice({ children, isAlert = true }: { children: ReactNode; isAlert?: boolean }) {
  return (
    <Flex
      role={isAlert ? 'alert' : undefined}
      gap="3"
      align="center"
      wrap="wrap"
      p="3"
      mb="4"
      bg="saffron.subtle"
      color="saffron.fg"
      borderRadius="control"
      fontSize="sm"
      fontWeight="bold"
      width="full"
    >
      <TriangleAlert size={18} aria-hidden />
      {children}
    </Flex>
  )
}
