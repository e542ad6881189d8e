// What the shop knows of a customer, and what he changes of it.
import { Box, Flex, Grid } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import type { Account as AccountShape } from '#services/contract/account.ts'

import { Button } from '../../components/button.tsx'
import { EmptyTicket } from '../../components/empty-ticket.tsx'
import { PageSpinner } from '../../components/page-spinner.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Wrap } from '../../components/section.tsx'
import { useAccount } from '../../features/account/api/account.ts'
import { AddressBook } from '../../features/account/components/address-book.tsx'
import { DataCard } from '../../features/account/components/data-card.tsx'
import { LimitForm } from '../../features/account/components/limit-form.tsx'
import { MessageForm } from '../../features/account/components/message-form.tsx'
import { PhoneForm } from '../../features/account/components/phone-form.tsx'
import { ProfileForm } from '../../features/account/components/profile-form.tsx'
import { AlertCard } from '../../features/alerts/components/alert-card.tsx'
import { meKey } from '../../features/auth/api/me.ts'
import { forgetPerson } from '../../lib/forget-person.ts'
import { forgetTickets } from '../../lib/kept-tickets.ts'
import { paths } from '../../lib/paths.ts'
import { lazily } from '../../lib/patient.ts'
import { useSelfTexts } from '../../lib/text/account-self.ts'
import { useTexts } from '../../lib/text/text.tsx'
import { RequireUser } from './require-user.tsx'

const ProtectionCard = lazily(
  async () =>
    (await import('../../features/account/components/protection-card.tsx')).ProtectionCard,
)

const SessionCard = lazily(
  async () => (await import('../../features/account/components/session-card.tsx')).SessionCard,
)

/** Its forms keep what one person has typed: another one finds new ones. */
export const AccountPage = () => <RequireUser>{({ id }) => <Account key={id} />}</RequireUser>

function Account() {
  const texts = useSelfTexts()
  const text = useTexts()
  const { data: account, isError, refetch } = useAccount()
  if (!account && !isError) return <PageSpinner />
  return (
    <Wrap>
      <Box py={{ base: '6', md: '10' }}>
        <Flex justify="space-between" align="center" wrap="wrap" gap="4" mb="6">
          <PageTitle>{texts.title}</PageTitle>
          {/* A desk has it in the bar above. */}
          <Button asChild variant="outline" size="sm" hideFrom="md">
            <Link to={paths.dashboard}>{text.nav.dashboard}</Link>
          </Button>
        </Flex>
        {account ? (
          <Parts account={account} />
        ) : (
          <EmptyTicket line={texts.failed} isAlert>
            <Button variant="outline" onClick={() => void refetch()}>
              {text.retry}
            </Button>
          </EmptyTicket>
        )}
      </Box>
    </Wrap>
  )
}

function Parts({ account }: { account: AccountShape }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refreshMe = () => void queryClient.invalidateQueries({ queryKey: meKey })
  const leave = () => {
    forgetTickets()
    queryClient.setQueryData(meKey, { user: null })
    forgetPerson(queryClient)
    void navigate(paths.home)
  }
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      gap="6"
      alignItems="start"
    >
      <Flex direction="column" gap="6">
        <ProfileForm account={account} onChanged={refreshMe} />
        <PhoneForm account={account} onChanged={refreshMe} />
        <Suspense>
          <ProtectionCard phone={account.phone} />
          <SessionCard />
        </Suspense>
        <AddressBook account={account} />
      </Flex>
      <Flex direction="column" gap="6">
        <MessageForm account={account} />
        <AlertCard />
        <LimitForm account={account} />
        <DataCard onErased={leave} />
      </Flex>
    </Grid>
  )
}
