import { Box, chakra, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { BadgeCheck } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'

import type { User } from '#services/contract/auth.ts'

import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Wrap } from '../../components/section.tsx'
import { EntryList } from '../../features/account/components/entry-list.tsx'
import { OrderList } from '../../features/account/components/order-list.tsx'
import { useLogout } from '../../features/auth/api/logout.ts'
import { ShareTickets } from '../../features/orders/components/share-tickets.tsx'
import { sentenceOf } from '../../lib/http.ts'
import { paths } from '../../lib/paths.ts'
import { readablePhone } from '../../lib/phone.ts'
import { useSelfTexts } from '../../lib/text/account-self.ts'
import { useAccountTexts } from '../../lib/text/account.tsx'
import { useTexts } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'
import { RequireUser } from './require-user.tsx'

export const Dashboard = () => <RequireUser>{(user) => <Account user={user} />}</RequireUser>

function Account({ user }: { user: User }) {
  const { dashboard } = useAccountTexts()
  const self = useSelfTexts()
  return (
    <Wrap>
      <Box py={{ base: '6', md: '10' }}>
        <Flex justify="space-between" align="flex-end" wrap="wrap" gap="4" mb="6">
          <Box>
            <PageTitle>{dashboard.title}</PageTitle>
            <Text color="fg.soft" fontFamily="serial" mt="1">
              <bdi>{readablePhone(user.phone ?? '')}</bdi>
            </Text>
          </Box>
          <Grid
            templateColumns={{ base: 'repeat(2, 1fr)', md: 'repeat(4, auto)' }}
            width={{ base: 'full', md: 'auto' }}
            gap="2"
            css={{ '& > *': { px: { base: '2', md: '4' } } }}
          >
            <Button asChild variant="outline" size="sm">
              <Link to={paths.home}>{dashboard.home}</Link>
            </Button>
            <Button asChild variant="outline" size="sm">
              <Link to={paths.home}>{dashboard.shop}</Link>
            </Button>
            <Button asChild variant="outline" size="sm">
              <Link to={paths.account}>{self.link}</Link>
            </Button>
            <LogoutButton />
          </Grid>
        </Flex>
        <ProfileCard user={user} />
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
          gap="6"
          mt="6"
          alignItems="start"
        >
          <EntryList
            userId={user.id}
            actionsFor={({ raffleId, raffleName, raffleValue, ticketNumbers }) => (
              <ShareTickets
                raffleId={raffleId}
                raffleName={raffleName}
                raffleValue={raffleValue}
                numbers={ticketNumbers}
              />
            )}
          />
          <OrderList userId={user.id} />
        </Grid>
      </Box>
    </Wrap>
  )
}

function ProfileCard({ user }: { user: User }) {
  const { dashboard } = useAccountTexts()
  return (
    <Flex
      as="section"
      align="center"
      wrap="wrap"
      gap="4"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      boxShadow="ticket"
      p={{ base: '4', md: '5' }}
    >
      <Box flex="1" minW="200px">
        <Heading as="h2" fontSize="xl" fontWeight="bold">
          {dashboard.profile}
        </Heading>
        {user.fullName && <Text color="fg.soft">{user.fullName}</Text>}
      </Box>
      <Box>
        <chakra.span fontSize="xs" color="fg.muted" display="block">
          {dashboard.phone}
        </chakra.span>
        <Flex gap="2" align="center" wrap="wrap">
          <chakra.bdi fontWeight="bold">{readablePhone(user.phone ?? '')}</chakra.bdi>
          {user.isPhoneVerified && (
            <Badge tone="success">
              <BadgeCheck size={14} aria-hidden />
              {dashboard.verified}
            </Badge>
          )}
        </Flex>
      </Box>
    </Flex>
  )
}

function LogoutButton() {
  const text = useTexts()
  const { dashboard, login } = useAccountTexts()
  const logout = useLogout()
  const navigate = useNavigate()
  const leave = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        showToast({ title: login.loggedOut, text: login.loggedOutHint })
        void navigate(paths.login)
      },
      onError: (reason) =>
        showToast({
          title: text.toast.error,
          text: sentenceOf(reason, text.failed.title),
          isError: true,
        }),
    })
  return (
    <Button variant="outline" size="sm" disabled={logout.isPending} onClick={leave}>
      {dashboard.logout}
    </Button>
  )
}
