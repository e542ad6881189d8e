import { chakra, Grid } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is seldom needed, folded away under one line. */
export function MoreFields({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.details
      mt="5"
      borderTopWidth="1px"
      borderTopStyle="dashed"
      css={{ '&[open] > summary svg': { transform: 'rotate(180deg)' } }}
    >
      <chakra.summary
        display="flex"
        alignItems="center"
        gap="2"
        minH="target"
        cursor="pointer"
        fontWeight="bold"
        fontSize="sm"
        listStyleType="none"
      >
        <ChevronDown size={16} aria-hidden />
        {label}
      </chakra.summary>
      <FieldGrid>{children}</FieldGrid>
    </chakra.details>
  )
}

/** Two fields beside each other where there is room. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <Grid templateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} gap="4">
    {children}
  </Grid>
)
