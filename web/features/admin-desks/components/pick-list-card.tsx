import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { Printer } from 'lucide-react'

import type { PickList } from '#services/contract/fulfilment.ts'

import { Button } from '../../../components/button.tsx'
import { Plate } from '../../../components/plate.tsx'
import { useAdminDesksTexts } from '../../../lib/text/admin-desks.ts'

/** What to take from the shelves for all that is to be prepared; on paper it stands alone. */
export function PickListCard({ items }: Pick<PickList, 'items'>) {
  const { fulfilment } = useAdminDesksTexts()
  if (items.length === 0) return null
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="ticket" p="4" mb="5">
      <Flex justify="space-between" align="center" gap="3" mb="2">
        <Box>
          <chakra.h2 fontWeight="bold" fontSize="lg">
            {fulfilment.pickList}
          </chakra.h2>
          <Text fontSize="sm" color="fg.soft">
            {fulfilment.pickListLead(items.length)}
          </Text>
        </Box>
        <Button
          size="sm"
          variant="outline"
          _print={{ display: 'none' }}
          onClick={() => window.print()}
        >
          <Printer size={16} aria-hidden />
          {fulfilment.print}
        </Button>
      </Flex>
      <chakra.table width="full" fontSize="sm" css={rows}>
        <chakra.caption srOnly>{fulfilment.pickList}</chakra.caption>
        <thead>
          <tr>
            <chakra.th scope="col" textAlign="start">
              {fulfilment.product}
            </chakra.th>
            <chakra.th scope="col" textAlign="end">
              {fulfilment.quantity}
            </chakra.th>
            <chakra.th scope="col" textAlign="end">
              {fulfilment.orders}
            </chakra.th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.productId} ${item.variantName}`}>
              <td>
                <Flex gap="3" align="center">
                  <Plate
                    seed={item.productId}
                    image={item.productImage}
                    alt=""
                    sizes="32px"
                    boxSize="32px"
                    borderRadius="tag"
                    flexShrink={0}
                    _print={{ display: 'none' }}
                  />
                  <span>
                    {item.productName}
                    {item.variantName && `, ${item.variantName}`}
                  </span>
                </Flex>
              </td>
              <chakra.td textAlign="end" fontWeight="heavy" fontSize="lg">
                <bdi>{item.quantity}</bdi>
              </chakra.td>
              <chakra.td textAlign="end" color="fg.soft">
                <bdi>{item.orders}</bdi>
              </chakra.td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  )
}

const rows = {
  '& th': { fontSize: 'xs', color: 'fg.muted', fontWeight: 'bold', pb: '1' },
  '& td': { py: '1.5', borderTopWidth: '1px', borderTopStyle: 'dashed' },
  '& th + th, & td + td': { ps: '3' },
} as const
