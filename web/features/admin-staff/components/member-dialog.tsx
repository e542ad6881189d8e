import { Box, chakra, Flex } from '@chakra-ui/react'
import { useState } from 'react'

import type { EntryGiven, StaffDetail } from '#services/contract/admin-staff.ts'

import { ConflictNotice } from '../../../components/admin/conflict-notice.tsx'
import { TextField } from '../../../components/admin/fields.tsx'
import { ErrorRetry, ListSpinner } from '../../../components/admin/list-faces.tsx'
import { Modal } from '../../../components/admin/modal.tsx'
import { TrailButton } from '../../../components/admin/trail-link.tsx'
import { Button } from '../../../components/button.tsx'
import { useBusyDialog } from '../../../lib/admin/busy-dialog.ts'
import {
  fieldErrorsOf,
  forgetRefusal,
  isConflict,
  showFailure,
  showSuccess,
} from '../../../lib/admin/outcome.ts'
import { valuesAnew } from '../../../lib/admin/values-anew.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { readStaffMember, useChangeStaff, useStaffMember } from '../api/staff.ts'
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
  mayReadTrail: boolean
  onEntry: (entry: EntryGiven) => void
  onClose: () => void
}

export function MemberDialog(props: Props) {
  const { id, mayChange, isSelf, mayEndSessions, mayReadTrail, onEntry, onClose } = props
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
          {mayReadTrail && (
            <Box css={besideNothingUnsaved}>
              <TrailButton kind="staff" id={member.id} />
            </Box>
          )}
        </Flex>
      )}
    </Modal>
  )
}

/** A link would take away, unasked, what is typed and not saved. */
const besideNothingUnsaved = { 'form:not([data-saved]) ~ &': { display: 'none' } } as const

function AccountForm({ member }: { member: StaffDetail }) {
  const text = useAdminStaffTexts()
  const admin = useAdminTexts()
  const { fields, set, isSame, save, isPending, error, readAnew } = useAccount(member)
  const { fullName, phone, role } = fields
  useBusyDialog(isPending)
  const cannotSave = isSame || fullName.trim() === '' || isPending
  return (
    <chakra.form
      noValidate
      data-saved={isSame ? '' : undefined}
      display="flex"
      flexDirection="column"
      gap="4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!cannotSave) save()
      }}
    >
      <ConflictNotice error={error} line={text.conflict} onReadAnew={readAnew} />
      <Flex gap="4" direction={{ base: 'column', md: 'row' }} align={{ md: 'flex-start' }}>
        <Flex flex="1" direction="column">
          <TextField
            label={text.name}
            name="fullName"
            value={fullName}
            onChange={(given) => set({ fullName: given })}
          />
        </Flex>
        <Flex flex="1" direction="column">
          <StaffPhoneField
            phone={phone}
            error={fieldErrorsOf(error).phone ?? null}
            onPhone={(given) => set({ phone: given })}
          />
        </Flex>
        <Flex flex="1" direction="column">
          <RoleField role={role} onRole={(given) => set({ role: given })} />
        </Flex>
        <Button type="submit" mt={{ md: '6' }} disabled={cannotSave}>
          {admin.save}
        </Button>
      </Flex>
    </chakra.form>
  )
}

type Account = Pick<StaffDetail, 'fullName' | 'phone' | 'role' | 'version'>

const fieldsOf = ({ fullName, phone, role }: Account) => ({
  fullName: fullName ?? '',
  phone: phone ?? '',
  role,
})

/** What is typed, and what was read before: only what differs is sent, and held against it. */
function useAccount(member: StaffDetail) {
  const text = useAdminStaffTexts()
  const admin = useAdminTexts()
  const change = useChangeStaff(member.id)
  const [read, setRead] = useState<Account>(member)
  const [fields, setFields] = useState(() => fieldsOf(member))
  const was = fieldsOf(read)
  const fullName = fields.fullName.trim()
  const phone = fields.phone.trim()
  const body = {
    ...(fullName !== was.fullName && { fullName }),
    ...(phone !== was.phone && { phone }),
    ...(fields.role !== was.role && { role: fields.role }),
  }
  const failed = (error: unknown) => showFailure(admin.error, error, text.notSaved)
  const save = () =>
    change.mutate(
      { body, version: read.version },
      {
        onSuccess: (saved) => {
          setRead(saved)
          showSuccess(text.saved)
        },
        onError: (error) => {
          if (!isConflict(error)) failed(error)
        },
      },
    )
  const takeUp = async () => {
    const newest = await readStaffMember(member.id)
    setRead(newest)
    setFields((typed) => valuesAnew({ typed, was, now: fieldsOf(newest) }))
    change.reset()
  }
  return {
    fields,
    set: (given: Partial<typeof fields>) => {
      setFields((now) => ({ ...now, ...given }))
      forgetRefusal(change)
    },
    isSame: Object.keys(body).length === 0,
    save,
    isPending: change.isPending,
    error: change.error,
    readAnew: () => void takeUp().catch(failed),
  }
}
