import { chakra, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontSize="lg" fontWeight="bold" mb="3">
        {legend}
      </chakra.legend>
      <Flex direction="column" gap="3">
        {children}
      </Flex>
    </chakra.fieldset>
  )
}
