import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { useState } from 'react'

import type { Approval } from '#services/contract/admin-approvals.ts'

import { TextField } from '../../../components/admin/fields.tsx'
import { StatusBadge } from '../../../components/admin/status-badge.tsx'
import type { BadgeKind } from '../../../components/admin/status-badge.tsx'
import { Button } from '../../../components/button.tsx'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { momentOf } from '../../../lib/day.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useDecideApproval } from '../api/approvals.ts'
import { detailsOf, titleOf } from '../approval-details.ts'

const kinds: Record<Approval['state'], BadgeKind> = {
  waiting: 'warning',
  approved: 'highlighted',
  used: 'highlighted',
  refused: 'destructive',
  expired: 'secondary',
}

type Props = { approval: Approval; mayDecide: boolean }

/** What is to be done, who asked, and the decision where it is still open. */
export function ApprovalCard({ approval, mayDecide }: Props) {
  const { approvals: text } = useAdminStaffTexts()
  const language = useLanguage()
  const { subjectName, state, requestedBy, requestedAt, expiresAt } = approval
  const isOpen = state === 'waiting'
  return (
    <Box as="article" bg="bg.surface" borderWidth="1px" borderRadius="control" p="4">
      <Flex justify="space-between" align="flex-start" gap="3">
        <Box minW="0">
          <Heading as="h2" fontSize="lg" fontWeight="bold">
            {titleOf(approval, text)}
          </Heading>
          {subjectName !== null && <chakra.bdi color="fg.soft">{subjectName}</chakra.bdi>}
        </Box>
        <StatusBadge kind={kinds[state]}>{text.states[state]}</StatusBadge>
      </Flex>
      <Details approval={approval} />
      <Text fontSize="sm" color="fg.muted" mt="3">
        {text.asked(requestedBy ?? text.somebody, momentOf(requestedAt, language))}
        {isOpen && ` · ${text.until(momentOf(expiresAt, language))}`}
      </Text>
      {approval.decidedAt !== null && (
        <Text fontSize="sm" color="fg.muted">
          {text.decided(
            approval.decidedBy ?? text.somebody,
            momentOf(approval.decidedAt, language),
          )}
          {approval.note && (
            <>
              {' · '}
              <bdi>{approval.note}</bdi>
            </>
          )}
        </Text>
      )}
      {isOpen && approval.isOwn && (
        <Text fontSize="sm" mt="3">
          {text.own}
        </Text>
      )}
      {isOpen && !approval.isOwn && mayDecide && <Decide id={approval.id} />}
    </Box>
  )
}

function Details({ approval }: Pick<Props, 'approval'>) {
  const { approvals: text } = useAdminStaffTexts()
  const { methods } = useAdminMoneyTexts()
  return (
    <chakra.dl display="flex" flexWrap="wrap" columnGap="6" rowGap="2" mt="3">
      {detailsOf(approval, text, methods).map(({ name, label, value }) => (
        <div key={name}>
          <chakra.dt fontSize="xs" color="fg.muted">
            {label}
          </chakra.dt>
          <chakra.dd fontWeight="bold">
            <bdi dir={value.startsWith('+') ? 'ltr' : undefined}>{value}</bdi>
          </chakra.dd>
        </div>
      ))}
    </chakra.dl>
  )
}

function Decide({ id }: { id: string }) {
  const { approvals: text, notSaved } = useAdminStaffTexts()
  const admin = useAdminTexts()
  const decide = useDecideApproval()
  const [note, setNote] = useState('')
  const say = (isApproved: boolean) =>
    decide.mutate(
      { id, isApproved, note: note.trim() === '' ? null : note.trim() },
      {
        onSuccess: () => showSuccess(isApproved ? text.approved : text.refused),
        onError: (error) => showFailure(admin.error, error, notSaved),
      },
    )
  return (
    <Flex direction="column" gap="3" mt="4" borderTopWidth="1px" pt="4">
      <TextField
        label={text.note}
        hint={text.noteHint}
        name="note"
        value={note}
        onChange={setNote}
        charactersMax={500}
      />
      <Flex gap="3">
        <Button disabled={decide.isPending} onClick={() => say(true)}>
          {text.approve}
        </Button>
        <Button variant="outline" disabled={decide.isPending} onClick={() => say(false)}>
          {text.refuse}
        </Button>
      </Flex>
    </Flex>
  )
}
