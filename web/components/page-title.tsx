import { Heading } from '@chakra-ui/react'
import type { HeadingProps } from '@chakra-ui/react'

/** The h1 of a page: it takes the focus when the address changes. */
export function PageTitle(props: HeadingProps) {
  return (
    <Heading
      as="h1"
      tabIndex={-1}
      fontSize={{ base: '2xl', md: '3xl' }}
      fontWeight="heavy"
      letterSpacing="display"
      lineHeight="tight"
      {...props}
    />
  )
}
