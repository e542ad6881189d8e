import { Box, chakra, Flex } from '@chakra-ui/react'
import { Search } from 'lucide-react'
import { useId } from 'react'

import { orderStatuses } from '#services/contract/orders.ts'

import { Segment } from '../../../components/admin/segment.tsx'
import { Input } from '../../../components/input.tsx'
import { useAdminOrdersTexts } from '../../../lib/text/admin-orders.ts'
import type { OrderChoices, OrderFilter } from '../api/list-orders.ts'

type Props = {
  filter: OrderFilter
  onChoose: (changes: Partial<OrderChoices>) => void
  onSearch: (typed: string) => void
}

export function OrderFilters({ filter, onChoose, onSearch }: Props) {
  const text = useAdminOrdersTexts()
  const kinds = [
    { value: '', label: text.all },
    { value: 'online', label: text.online },
    { value: 'offline', label: text.offline },
  ] as const
  return (
    <Flex gap="3" mb="4" wrap="wrap" align="center">
      <Segment
        legend={text.filter}
        name="orderType"
        value={filter.orderType}
        choices={kinds}
        onChange={(orderType) => onChoose({ orderType })}
      />
      <SearchField value={filter.search} onChange={onSearch} />
      <Box width={{ base: 'full', md: '180px' }}>
        <Input asChild aria-label={text.status}>
          <select
            name="status"
            value={filter.status}
            onChange={({ target }) => onChoose({ status: target.value })}
          >
            <option value="">{text.anyStatus}</option>
            {orderStatuses.map((status) => (
              <option key={status} value={status}>
                {text.statuses[status]}
              </option>
            ))}
          </select>
        </Input>
      </Box>
    </Flex>
  )
}

const SEARCH_MAX = 100

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const text = useAdminOrdersTexts()
  const id = useId()
  return (
    <Box position="relative" flex="1" minW={{ base: 'full', md: '260px' }}>
      <chakra.label htmlFor={id} srOnly>
        {text.search}
      </chakra.label>
      <chakra.span
        aria-hidden
        position="absolute"
        insetInlineStart="3"
        top="50%"
        transform="translateY(-50%)"
        color="fg.muted"
      >
        <Search size={18} />
      </chakra.span>
      <Input
        id={id}
        type="search"
        name="search"
        autoComplete="off"
        ps="10"
        maxLength={SEARCH_MAX}
        placeholder={text.placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Box>
  )
}
