import { Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'

import type { StaffRole } from '#events/staff/events.ts'
import { staffRoles } from '#events/staff/roles.ts'
import type { EntryGiven } from '#services/contract/admin-staff.ts'

import { SelectField, TextField } from '../../../components/admin/fields.tsx'
import { FormButtons, Modal } from '../../../components/admin/modal.tsx'
import {
  fieldErrorsOf,
  forgetRefusal,
  showFailure,
  showSuccess,
} from '../../../lib/admin/outcome.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useInviteStaff } from '../api/staff.ts'

type Props = { onInvited: (entry: EntryGiven) => void; onClose: () => void }
type Draft = {
  fullName: string
  email: string
  phone: string
  role: StaffRole
  entry: 'link' | 'password'
}

const blank: Draft = { fullName: '', email: '', phone: '', role: 'cashier', entry: 'link' }

export function InviteDialog({ onInvited, onClose }: Props) {
  const text = useAdminStaffTexts()
  const admin = useAdminTexts()
  const invite = useInviteStaff()
  const [draft, setDraft] = useState(blank)
  const [isTried, setIsTried] = useState(false)
  const set = (change: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...change }))
    forgetRefusal(invite)
  }
  const missing = (value: string) => (isTried && value.trim() === '' ? admin.required : null)
  const refused = fieldErrorsOf(invite.error)

  const submit = () => {
    setIsTried(true)
    if (draft.fullName.trim() === '' || draft.email.trim() === '') return
    invite.mutate(draft, {
      onSuccess: ({ member, entry }) => {
        showSuccess(text.invited(member.fullName ?? member.email))
        onInvited(entry)
      },
      onError: (error) => showFailure(admin.error, error, text.notSaved),
    })
  }

  return (
    <Modal
      title={text.invite}
      width="small"
      onSubmit={submit}
      refusal={invite.error}
      onClose={onClose}
      footer={
        <FormButtons label={text.sendInvite} isPending={invite.isPending} onClose={onClose} />
      }
    >
      <Flex direction="column" gap="4">
        <TextField
          label={text.name}
          name="fullName"
          value={draft.fullName}
          onChange={(fullName) => set({ fullName })}
          error={missing(draft.fullName)}
          charactersMax={200}
        />
        <TextField
          label={text.email}
          name="email"
          type="email"
          value={draft.email}
          onChange={(email) => set({ email })}
          error={missing(draft.email) ?? refused.email ?? null}
        />
        <StaffPhoneField
          phone={draft.phone}
          error={refused.phone ?? null}
          onPhone={(phone) => set({ phone })}
        />
        <RoleField role={draft.role} onRole={(role) => set({ role })} />
        <SelectField
          label={text.entry.question}
          name="entry"
          value={draft.entry}
          onChange={(entry) => set({ entry: entry === 'password' ? 'password' : 'link' })}
        >
          <option value="link">{text.entry.link}</option>
          <option value="password">{text.entry.password}</option>
        </SelectField>
        <Text fontSize="sm" color="fg.muted">
          {text.entry.shownOnce}
        </Text>
      </Flex>
    </Modal>
  )
}

type PhoneProps = { phone: string; error: string | null; onPhone: (phone: string) => void }

export function StaffPhoneField({ phone, error, onPhone }: PhoneProps) {
  const text = useAdminStaffTexts()
  return (
    <TextField
      label={text.phone}
      name="phone"
      type="tel"
      value={phone}
      error={error}
      hint={text.phoneHint}
      placeholder="+961 70 123 456"
      charactersMax={32}
      onChange={onPhone}
    />
  )
}

type RoleProps = { role: StaffRole; onRole: (role: StaffRole) => void; isDisabled?: boolean }

export function RoleField({ role, onRole, isDisabled = false }: RoleProps) {
  const text = useAdminStaffTexts()
  const admin = useAdminTexts()
  return (
    <SelectField
      label={text.role}
      name="role"
      value={role}
      isDisabled={isDisabled}
      hint={text.roleHints[role]}
      onChange={(value) => onRole(staffRoles.find((known) => known === value) ?? role)}
    >
      {staffRoles.map((known) => (
        <option key={known} value={known}>
          {admin.roles[known]}
        </option>
      ))}
    </SelectField>
  )
}
