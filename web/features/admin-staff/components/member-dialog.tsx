import { Flex } from '@chakra-ui/react'
import { useState } from 'react'

import type { EntryGiven, StaffDetail } from '#services/contract/admin-staff.ts'

import { TextField } from '../../../components/admin/fields.tsx'
import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { Button } from '../../../components/button.tsx'
import { fieldErrorsOf, showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useChangeStaff, useStaffMember } from '../api/staff.ts'
import { RoleField, StaffPhoneField } from './invite-dialog.tsx'
import { MemberActions } from './member-actions.tsx'
import { MemberSessions } from './member-sessions.tsx'
import { SignInHistory } from './sign-in-history.tsx'

type Props = {
  id: string
  /** Only owners change accounts; everybody ends his own sessions. */
  mayChange: boolean
  /** One's own account is not shut from within. */
  isSelf: boolean
  mayEndSessions: boolean
  onEntry: (entry: EntryGiven) => void
  onClose: () => void
}

export function MemberDialog(props: Props) {
  const { id, mayChange, isSelf, mayEndSessions, onEntry, onClose } = props
  const text = useAdminStaffTexts()
  const { data: member, error, refetch } = useStaffMember(id)
  return (
    <Modal
      title={member?.fullName ?? member?.email ?? text.account}
      lead={member && <bdi>{member.email}</bdi>}
      width="large"
      onClose={onClose}
    >
      {error && !member && (
        <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !member && <ListSpinner />}
      {member && (
        <Flex direction="column" gap="6">
          {mayChange && <AccountForm key={member.id} member={member} />}
          {mayChange && !isSelf && <MemberActions member={member} onEntry={onEntry} />}
          <MemberSessions member={member} mayEnd={mayEndSessions} />
          <SignInHistory member={member} />
        </Flex>
      )}
    </Modal>
  )
}

function AccountForm({ member }: { member: StaffDetail }) {
  const text = useAdminStaffTexts()
  const admin = useAdminTexts()
  const change = useChangeStaff(member.id)
  const [fullName, setFullName] = useState(member.fullName ?? '')
  const [phone, setPhone] = useState(member.phone ?? '')
  const [role, setRole] = useState(member.role)
  const isNamed = fullName.trim() !== (member.fullName ?? '')
  const isCalled = phone.trim() !== (member.phone ?? '')
  const isSame = !isNamed && !isCalled && role === member.role
  const save = () =>
    change.mutate(
      {
        ...(isNamed && { fullName: fullName.trim() }),
        ...(isCalled && { phone: phone.trim() }),
        ...(role !== member.role && { role }),
      },
      {
        onSuccess: () => showSuccess(text.saved),
        onError: (error) => showFailure(admin.error, error, text.notSaved),
      },
    )
  return (
    <Flex gap="4" direction={{ base: 'column', md: 'row' }} align={{ md: 'flex-start' }}>
      <Flex flex="1" direction="column">
        <TextField label={text.name} name="fullName" value={fullName} onChange={setFullName} />
      </Flex>
      <Flex flex="1" direction="column">
        <StaffPhoneField
          phone={phone}
          error={fieldErrorsOf(change.error).phone ?? null}
          onPhone={setPhone}
        />
      </Flex>
      <Flex flex="1" direction="column">
        <RoleField role={role} onRole={setRole} />
      </Flex>
      <Button
        mt={{ md: '6' }}
        disabled={isSame || fullName.trim() === '' || change.isPending}
        onClick={save}
      >
        {admin.save}
      </Button>
    </Flex>
  )
}
