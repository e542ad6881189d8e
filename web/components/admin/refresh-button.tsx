import { Box } from '@chakra-ui/react'
import { RefreshCw } from 'lucide-react'

import { useAdminTexts } from '../../lib/text/admin.ts'
import { IconButton } from './icon-button.tsx'

type Props = { isRefreshing: boolean; onRefresh: () => void }

/** Others work on the same list meanwhile. */
export function RefreshButton({ isRefreshing, onRefresh }: Props) {
  const { refresh } = useAdminTexts()
  return (
    <Box _print={{ display: 'none' }}>
      <IconButton
        icon={RefreshCw}
        label={refresh}
        caption={refresh}
        isDisabled={isRefreshing}
        onClick={onRefresh}
      />
    </Box>
  )
}
