import { Grid, Text } from '@chakra-ui/react'
import { useState } from 'react'

import type { EntryGiven, StaffDetail } from '#services/contract/admin-staff.ts'

import { ConfirmDialog } from '../../../components/admin/confirm-dialog.tsx'
import { Button } from '../../../components/button.tsx'
import { useBusyDialog } from '../../../lib/admin/busy-dialog.ts'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useChangeStaff, useResetFactors, useResetPassword } from '../api/staff.ts'

type Props = { member: StaffDetail; onEntry: (entry: EntryGiven) => void }
type Asked = 'nothing' | 'password' | 'factors' | 'disable'

/** What cannot be taken back is asked once more. */
export function MemberActions({ member, onEntry }: Props) {
  const text = useAdminStaffTexts()
  const admin = useAdminTexts()
  const [asked, setAsked] = useState<Asked>('nothing')
  const change = useChangeStaff(member.id)
  const resetPassword = useResetPassword(member.id)
  const resetFactors = useResetFactors(member.id)
  const isDisabled = member.status === 'disabled'
  useBusyDialog(change.isPending)

  const failed = (error: unknown) => showFailure(admin.error, error, text.notSaved)
  const done = (title: string) => () => {
    setAsked('nothing')
    showSuccess(title)
  }
  const letIn = (isEnabled: boolean) => ({ body: { isEnabled }, version: member.version })
  const acts = {
    password: () =>
      resetPassword.mutate('link', {
        onSuccess: (entry) => {
          setAsked('nothing')
          onEntry(entry)
        },
        onError: failed,
      }),
    factors: () =>
      resetFactors.mutate(undefined, { onSuccess: done(text.resetDone), onError: failed }),
    disable: () => change.mutate(letIn(false), { onSuccess: done(text.disabled), onError: failed }),
  }
  const hints = {
    password: [text.resetPassword, text.resetPasswordHint],
    factors: [text.resetFactors, text.resetFactorsHint],
    disable: [text.disable, text.disableHint],
  } as const
  const shown = (['password', 'factors', 'disable'] as const).filter(
    (act) => act !== 'disable' || !isDisabled,
  )

  return (
    <>
      <Grid templateColumns={{ base: '1fr', md: '1fr 1fr 1fr' }} gap="3">
        {shown.map((act) => (
          <Action
            key={act}
            label={hints[act][0]}
            hint={hints[act][1]}
            onAct={() => setAsked(act)}
          />
        ))}
        {isDisabled && (
          <Action
            label={text.enable}
            hint=""
            isPending={change.isPending}
            onAct={() =>
              change.mutate(letIn(true), { onSuccess: done(text.enabled), onError: failed })
            }
          />
        )}
      </Grid>
      {asked !== 'nothing' && (
        <ConfirmDialog
          title={hints[asked][0]}
          question={hints[asked][1]}
          label={hints[asked][0]}
          pendingLabel={admin.saving}
          isPending={change.isPending || resetPassword.isPending || resetFactors.isPending}
          onConfirm={acts[asked]}
          onClose={() => setAsked('nothing')}
        />
      )}
    </>
  )
}

type ActionProps = { label: string; hint: string; isPending?: boolean; onAct: () => void }

function Action({ label, hint, isPending = false, onAct }: ActionProps) {
  return (
    <div>
      <Button variant="outline" width="full" disabled={isPending} onClick={onAct}>
        {label}
      </Button>
      <Text fontSize="xs" color="fg.muted" mt="1">
        {hint}
      </Text>
    </div>
  )
}
