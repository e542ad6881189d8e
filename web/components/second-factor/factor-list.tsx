import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

import type { Passkey } from '#services/contract/second-factor.ts'

import { momentOf } from '../../lib/day.ts'
import { hasPasskeys } from '../../lib/passkey-browser.ts'
import { useFactorTexts } from '../../lib/text/factors.ts'
import { useLanguage } from '../../lib/text/text.tsx'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'

type Factors = { hasTotp: boolean; passkeys: readonly Passkey[]; recoveryCodesLeft: number }

type Props = {
  factors: Factors
  isPending: boolean
  onSetUpApp: () => void
  onRemoveApp: () => void
  onAddPasskey: () => void
  onRemovePasskey: (id: string) => void
  onRenewCodes: () => void
  headingLevel?: 'h2' | 'h3'
}

/** One's own second factors: what there is, and what may be added or taken away. */
export function FactorList(props: Props) {
  const { factors, isPending, onAddPasskey, onRemovePasskey } = props
  const text = useFactorTexts()
  const isPossible = hasPasskeys()
  const { headingLevel = 'h2' } = props
  return (
    <Flex direction="column" gap="4">
      <AppPart {...props} />
      <Part
        level={headingLevel}
        title={text.passkeys}
        hint={isPossible ? text.passkeysHint : text.noPasskeyHere}
        action={
          isPossible && (
            <Button type="button" size="sm" disabled={isPending} onClick={onAddPasskey}>
              {text.addPasskey}
            </Button>
          )
        }
      >
        {factors.passkeys.length > 0 && (
          <chakra.ul listStyleType="none" mt="3">
            {factors.passkeys.map((passkey) => (
              <PasskeyLine
                key={passkey.id}
                passkey={passkey}
                isPending={isPending}
                onRemove={() => onRemovePasskey(passkey.id)}
              />
            ))}
          </chakra.ul>
        )}
      </Part>
      {(factors.hasTotp || factors.passkeys.length > 0) && <RecoveryPart {...props} />}
    </Flex>
  )
}

type PartProps = {
  level: 'h2' | 'h3'
  title: string
  hint: string
  action?: ReactNode
  children?: ReactNode
}

function Part({ level, title, hint, action, children }: PartProps) {
  return (
    <Box as="section" bg="bg.surface" borderWidth="1px" borderRadius="control" p="4">
      <Flex gap="3" justify="space-between" align="flex-start" wrap="wrap">
        <Box flex="1" minW="200px">
          <Heading as={level} fontSize="lg" fontWeight="bold">
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

function AppPart({ factors, isPending, onSetUpApp, onRemoveApp, headingLevel = 'h2' }: Props) {
  const text = useFactorTexts()
  return (
    <Part
      level={headingLevel}
      title={text.totp}
      hint={text.totpHint}
      action={
        factors.hasTotp ? (
          <Flex gap="3" align="center">
            <Badge tone="success">{text.totpOn}</Badge>
            <Button
              type="button"
              variant="outline"
              size="sm"
              disabled={isPending}
              onClick={onRemoveApp}
            >
              {text.remove}
            </Button>
          </Flex>
        ) : (
          <Button type="button" size="sm" disabled={isPending} onClick={onSetUpApp}>
            {text.setUp}
          </Button>
        )
      }
    />
  )
}

type LineProps = { passkey: Passkey; isPending: boolean; onRemove: () => void }

function PasskeyLine({ passkey: { name, lastUsedAt }, isPending, onRemove }: LineProps) {
  const text = useFactorTexts()
  const language = useLanguage()
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
        type="button"
        variant="outline"
        size="sm"
        aria-label={text.removePasskey(name)}
        disabled={isPending}
        onClick={onRemove}
      >
        {text.remove}
      </Button>
    </chakra.li>
  )
}

function RecoveryPart({ factors, isPending, onRenewCodes, headingLevel = 'h2' }: Props) {
  const text = useFactorTexts()
  return (
    <Part
      level={headingLevel}
      title={text.recovery}
      hint={text.recoveryHint}
      action={
        <Flex gap="3" align="center">
          <Badge tone={factors.recoveryCodesLeft > 2 ? 'plain' : 'saffron'}>
            {text.recoveryLeft(factors.recoveryCodesLeft)}
          </Badge>
          <Button
            type="button"
            variant="outline"
            size="sm"
            disabled={isPending}
            onClick={onRenewCodes}
          >
            {text.renew}
          </Button>
        </Flex>
      }
    />
  )
}
