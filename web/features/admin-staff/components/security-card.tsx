import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { StaffSecurity } from '#services/contract/staff-security.ts'

import { Badge } from '../../../components/badge.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { Button } from '../../../components/button.tsx'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { momentOf } from '../../../lib/day.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import {
  useRemovePasskey,
  useRemoveTotp,
  useRenewRecoveryCodes,
  useSecurityAgain,
} from '../api/security.ts'
import { hasPasskeys } from '../passkey-browser.ts'
import { PasskeyForm } from './passkey-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetup } from './totp-setup.tsx'

type Props = { security: StaffSecurity; account: string }
type Opened = 'nothing' | 'app' | 'passkey'

/** One's own second factors: what there is, and what may be added or taken away. */
export function SecurityCard({ security, account }: Props) {
  const texts = useAdminStaffTexts()
  const { security: text, enrol } = texts
  const again = useSecurityAgain()
  const [opened, setOpened] = useState<Opened>('nothing')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => {
    setOpened('nothing')
    setCodes(null)
    again()
  }
  return (
    <Flex direction="column" gap="4" maxW="reading">
      <TotpPart security={security} onSetUp={() => setOpened('app')} />
      <PasskeyPart security={security} onAdd={() => setOpened('passkey')} />
      <RecoveryPart security={security} onCodes={setCodes} />
      {opened === 'app' && codes === null && (
        <Modal title={text.totp} width="small" onClose={close}>
          <TotpSetup onCodes={setCodes} />
        </Modal>
      )}
      {opened === 'passkey' && (
        <Modal title={text.addPasskey} width="small" onClose={close}>
          <PasskeyForm
            account={account}
            onAdded={() => {
              showSuccess(text.added)
              close()
            }}
          />
        </Modal>
      )}
      {codes !== null && (
        <Modal title={enrol.codesTitle} width="small" isAlert onClose={close}>
          <RecoveryCodes codes={codes} onKept={close} />
        </Modal>
      )}
    </Flex>
  )
}

type PartProps = { title: string; hint: string; action?: ReactNode; children?: ReactNode }

function Part({ title, hint, action, children }: PartProps) {
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="control" p="4">
      <Flex gap="3" justify="space-between" align="flex-start" wrap="wrap">
        <Box flex="1" minW="200px">
          <Heading as="h2" fontSize="lg" fontWeight="bold">
            {title}
          </Heading>
          <Text fontSize="sm" color="fg.soft">
            {hint}
          </Text>
        </Box>
        {action}
      </Flex>
      {children}
    </Box>
  )
}

function TotpPart({ security, onSetUp }: { security: StaffSecurity; onSetUp: () => void }) {
  const { security: text, notSaved } = useAdminStaffTexts()
  const admin = useAdminTexts()
  const remove = useRemoveTotp()
  const forget = () =>
    remove.mutate(undefined, {
      onSuccess: () => showSuccess(text.removed),
      onError: (error) => showFailure(admin.error, error, notSaved),
    })
  return (
    <Part
      title={text.totp}
      hint={text.totpHint}
      action={
        security.hasTotp ? (
          <Flex gap="3" align="center">
            <Badge tone="success">{text.totpOn}</Badge>
            <Button variant="outline" size="sm" disabled={remove.isPending} onClick={forget}>
              {text.remove}
            </Button>
          </Flex>
        ) : (
          <Button size="sm" onClick={onSetUp}>
            {text.setUp}
          </Button>
        )
      }
    />
  )
}

function PasskeyPart({ security, onAdd }: { security: StaffSecurity; onAdd: () => void }) {
  const { security: text } = useAdminStaffTexts()
  const isPossible = hasPasskeys()
  return (
    <Part
      title={text.passkeys}
      hint={isPossible ? text.passkeysHint : text.noPasskeyHere}
      action={
        isPossible && (
          <Button size="sm" onClick={onAdd}>
            {text.addPasskey}
          </Button>
        )
      }
    >
      <chakra.ul listStyleType="none" mt="3">
        {security.passkeys.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} />
        ))}
      </chakra.ul>
    </Part>
  )
}

function PasskeyLine({ passkey }: { passkey: StaffSecurity['passkeys'][number] }) {
  const { security: text, notSaved } = useAdminStaffTexts()
  const admin = useAdminTexts()
  const language = useLanguage()
  const remove = useRemovePasskey()
  const { id, name, lastUsedAt } = passkey
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      py="2"
      borderTopWidth="1px"
    >
      <Box minW="0">
        <chakra.bdi fontWeight="bold">{name}</chakra.bdi>
        <Text fontSize="sm" color="fg.muted">
          {lastUsedAt === null ? text.unused : text.used(momentOf(lastUsedAt, language))}
        </Text>
      </Box>
      <Button
        variant="outline"
        size="sm"
        aria-label={text.removePasskey(name)}
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(id, {
            onSuccess: () => showSuccess(text.removed),
            onError: (error) => showFailure(admin.error, error, notSaved),
          })
        }
      >
        {text.remove}
      </Button>
    </chakra.li>
  )
}

type RecoveryProps = { security: StaffSecurity; onCodes: (codes: readonly string[]) => void }

function RecoveryPart({ security, onCodes }: RecoveryProps) {
  const { security: text, notSaved } = useAdminStaffTexts()
  const admin = useAdminTexts()
  const renew = useRenewRecoveryCodes()
  const hasFactor = security.hasTotp || security.passkeys.length > 0
  return (
    <Part
      title={text.recovery}
      hint={text.recoveryHint}
      action={
        <Flex gap="3" align="center">
          <Badge tone={security.recoveryCodesLeft > 2 ? 'plain' : 'saffron'}>
            {text.recoveryLeft(security.recoveryCodesLeft)}
          </Badge>
          <Button
            variant="outline"
            size="sm"
            disabled={!hasFactor || renew.isPending}
            onClick={() =>
              renew.mutate(undefined, {
                onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
                onError: (error) => showFailure(admin.error, error, notSaved),
              })
            }
          >
            {text.renew}
          </Button>
        </Flex>
      }
    />
  )
}
