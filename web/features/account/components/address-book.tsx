import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { Account, NewAddress } from '#services/contract/account.ts'

import { Button } from '../../../components/button.tsx'
import { useSelfTexts } from '../../../lib/text/account-self.ts'
import { useForgetAddress, useSaveAddress } from '../api/account.ts'
import { useOutcome } from '../use-outcome.ts'
import { AccountCard } from './account-card.tsx'
import { TextField } from './text-field.tsx'

const empty: NewAddress = { label: '', street: '', city: '', postalCode: '' }

export function AddressBook({ account }: { account: Account }) {
  const texts = useSelfTexts()
  const outcome = useOutcome()
  const saveAddress = useSaveAddress()
  const forget = useForgetAddress()
  const [address, setAddress] = useState<NewAddress>(empty)
  const set = (changes: Partial<NewAddress>) => setAddress({ ...address, ...changes })
  const isComplete = Object.values(address).every((part) => part.trim() !== '')

  const save = () =>
    saveAddress.mutate(address, {
      onSuccess: () => {
        setAddress(empty)
        outcome.onSuccess()
      },
      onError: outcome.onError,
    })

  return (
    <AccountCard title={texts.addresses} hint={texts.addressesHint} onSubmit={save}>
      {account.addresses.length === 0 ? (
        <Text color="fg.muted">{texts.noAddresses}</Text>
      ) : (
        <chakra.ul listStyleType="none">
          {account.addresses.map((saved) => (
            <SavedAddress
              key={saved.id}
              address={saved}
              isPending={forget.isPending}
              onForget={() => forget.mutate(saved.id, { onError: outcome.onError })}
            />
          ))}
        </chakra.ul>
      )}
      <TextField label={texts.label} value={address.label} onText={(label) => set({ label })} />
      <TextField
        label={texts.street}
        autoComplete="street-address"
        value={address.street}
        onText={(street) => set({ street })}
      />
      <Flex gap="4" direction={{ base: 'column', md: 'row' }} css={{ '& > *': { flex: 1 } }}>
        <TextField
          label={texts.city}
          autoComplete="address-level2"
          value={address.city}
          onText={(city) => set({ city })}
        />
        <TextField
          label={texts.postalCode}
          autoComplete="postal-code"
          maxLength={10}
          value={address.postalCode}
          onText={(postalCode) => set({ postalCode })}
        />
      </Flex>
      <Button
        type="submit"
        variant="outline"
        alignSelf="flex-start"
        disabled={saveAddress.isPending || !isComplete}
      >
        {texts.add}
      </Button>
    </AccountCard>
  )
}

type SavedProps = {
  address: Account['addresses'][number]
  isPending: boolean
  onForget: () => void
}

function SavedAddress({ address, isPending, onForget }: SavedProps) {
  const texts = useSelfTexts()
  const { label, street, city, postalCode } = address
  return (
    <Flex asChild justify="space-between" gap="3" align="center" py="2" borderBottomWidth="1px">
      <li>
        <Box minW="0">
          <Text fontWeight="bold">{label}</Text>
          <Text fontSize="sm" color="fg.soft">
            <bdi>
              {street}, {city}, {postalCode}
            </bdi>
          </Text>
        </Box>
        <Button
          type="button"
          variant="ghost"
          size="icon"
          flexShrink="0"
          me="-3"
          aria-label={texts.forget(label)}
          disabled={isPending}
          onClick={onForget}
        >
          <Trash2 size={18} aria-hidden />
        </Button>
      </li>
    </Flex>
  )
}
