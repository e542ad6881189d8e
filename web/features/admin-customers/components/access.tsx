import { chakra, Flex } from '@chakra-ui/react'
import { useState } from 'react'

import type { CustomerDetail } from '#services/contract/admin-customers.ts'

import { ConfirmDialog } from '../../../components/admin/confirm-dialog.tsx'
import { Button } from '../../../components/button.tsx'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { useAnalyticsTexts } from '../../../lib/text/admin-analytics.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useSignOutCustomer } from '../api/customers.ts'

type Props = { customer: Pick<CustomerDetail, 'id' | 'signedIn'>; mayCorrect: boolean }

/** Where the customer is signed in, and the end of it: for who has lost the phone. */
export function Access({ customer: { id, signedIn }, mayCorrect }: Props) {
  const { customer: text } = useAnalyticsTexts()
  const admin = useAdminTexts()
  const [isAsked, setIsAsked] = useState(false)
  const signOut = useSignOutCustomer(id)

  const end = () =>
    signOut.mutate(undefined, {
      onSuccess: () => {
        showSuccess(text.isSignedOut)
        setIsAsked(false)
      },
      onError: (error) => showFailure(admin.error, error, text.exclusionFailed),
    })
  return (
    <Flex gap="3" wrap="wrap" align="center" justify="space-between" fontSize="sm">
      <chakra.span color="fg.soft" flex="1 1 240px">
        {text.signedIn(signedIn)}
      </chakra.span>
      {mayCorrect && (signedIn > 0 || isAsked) && (
        <Button size="sm" variant="outline" color="pomegranate.fg" onClick={() => setIsAsked(true)}>
          {text.signOut}
        </Button>
      )}
      {isAsked && (
        <ConfirmDialog
          title={text.signOut}
          question={text.signOutLead}
          label={text.signOut}
          pendingLabel={admin.saving}
          isPending={signOut.isPending}
          onConfirm={end}
          onClose={() => setIsAsked(false)}
        />
      )}
    </Flex>
  )
}
