import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'

import { Button } from '../../../components/button.tsx'
import { paths } from '../../../lib/paths.ts'
import { useAlertTexts } from '../../../lib/text/alerts.ts'
import { useAlerts, useForgetAlert } from '../api/alerts.ts'

/** What the customer wants to be told of; each can be taken back. */
export function AlertCard() {
  const texts = useAlertTexts()
  const { data } = useAlerts()
  const forget = useForgetAlert()
  if (!data) return null
  return (
    <Box
      as="section"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      boxShadow="ticket"
      p={{ base: '4', md: '5' }}
    >
      <Heading as="h2" fontSize="xl" fontWeight="bold" mb="3">
        {texts.list}
      </Heading>
      {data.alerts.length === 0 && <Text color="fg.soft">{texts.none}</Text>}
      <chakra.ul listStyleType="none" display="grid" gap="1">
        {data.alerts.map(({ id, raffleId, raffleName }) => (
          <Flex asChild key={id} align="center" justify="space-between" gap="3">
            <li>
              <chakra.span css={{ '& a': { textDecoration: 'underline' } }}>
                <Link to={paths.raffle(raffleId)}>{raffleName}</Link>
              </chakra.span>
              <Button
                variant="ghost"
                size="icon"
                me="-3"
                aria-label={texts.forget(raffleName)}
                disabled={forget.isPending}
                onClick={() => forget.mutate(id)}
              >
                <X size={18} aria-hidden />
              </Button>
            </li>
          </Flex>
        ))}
      </chakra.ul>
    </Box>
  )
}
