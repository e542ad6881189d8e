// What may be done with raffles: each act has its dialog, its call and its words.
import type { AdminRaffle } from '#services/contract/admin-raffles.ts'

import { ConfirmDialog } from '../../../components/admin/confirm-dialog.tsx'
import { ConflictNotice } from '../../../components/admin/conflict-notice.tsx'
import { useExportRaffle } from '../../../features/admin-raffles/api/export-entries.ts'
import { useDeleteRaffle, useSaveRaffle } from '../../../features/admin-raffles/api/raffles.ts'
import { ExportDialog } from '../../../features/admin-raffles/components/export-dialog.tsx'
import { ExtendDialog } from '../../../features/admin-raffles/components/extend-dialog.tsx'
import { RaffleActs } from '../../../features/admin-raffles/components/raffle-acts.tsx'
import type { MoreAct } from '../../../features/admin-raffles/components/raffle-acts.tsx'
import { ReasonDialog } from '../../../features/admin-raffles/components/reason-dialog.tsx'
import { useMe } from '../../../features/auth/api/me.ts'
import { formOf } from '../../../lib/admin/calls.ts'
import { isOffered } from '../../../lib/admin/offers.ts'
import {
  codeOf,
  fieldErrorsOf,
  forgetRefusal,
  isConflict,
  showFailure,
  showRefusal,
  showSuccess,
} from '../../../lib/admin/outcome.ts'
import { useAdminTexts } from '../../../lib/text/admin.ts'
import { useCatalogueTexts } from '../../../lib/text/admin-catalogue.ts'
import { useNewestRaffle } from './newest-raffle.ts'
import { RaffleEditor } from './raffle-editor.tsx'
import { showRaffleFailure } from './raffle-failure.ts'

export type OpenRaffleDialog =
  | { kind: 'add'; copied: AdminRaffle | null }
  | { kind: 'edit' | 'export' | 'extend' | 'cancel' | 'delete' | 'more'; raffle: AdminRaffle }

type Props = {
  dialog: OpenRaffleDialog
  onOpen: (dialog: OpenRaffleDialog | null) => void
}

export function RaffleDialogs({ dialog, onOpen }: Props) {
  const close = () => onOpen(null)
  switch (dialog.kind) {
    case 'add':
      return <RaffleEditor key="new" raffle={null} copied={dialog.copied} onClose={close} />
    case 'edit':
      return <RaffleEditor key={dialog.raffle.id} raffle={dialog.raffle} onClose={close} />
    case 'export':
      return <Export raffle={dialog.raffle} onClose={close} />
    case 'extend':
      return <Extend raffle={dialog.raffle} onClose={close} />
    case 'cancel':
      return <Cancel raffle={dialog.raffle} onClose={close} />
    case 'delete':
      return <Delete raffle={dialog.raffle} onClose={close} />
    case 'more':
      return <More raffle={dialog.raffle} onOpen={onOpen} />
  }
}

function More({ raffle, onOpen }: { raffle: AdminRaffle; onOpen: Props['onOpen'] }) {
  const { data: user } = useMe()
  const open = (act: MoreAct) =>
    onOpen(act === 'copy' ? { kind: 'add', copied: raffle } : { kind: act, raffle })
  return (
    <RaffleActs
      raffle={raffle}
      mayChange={isOffered('changeCatalogue', user)}
      mayExport={isOffered('takeRegister', user)}
      mayReadTrail={isOffered('readTrail', user)}
      onAct={open}
      onClose={() => onOpen(null)}
    />
  )
}

type DialogProps = { raffle: AdminRaffle; onClose: () => void }

function Export({ raffle, onClose }: DialogProps) {
  const { exportEntries: text } = useCatalogueTexts()
  const { data: user } = useMe()
  const fetching = useExportRaffle()
  return (
    <ExportDialog
      raffle={raffle}
      mayTakeEntries={isOffered('takeEntries', user)}
      isPending={fetching.isPending}
      onExport={(file) =>
        fetching.mutate(
          { raffle, file },
          {
            onSuccess: onClose,
            onError: (error) => showFailure(text.failedTitle, error, text.failed),
          },
        )
      }
      onClose={onClose}
    />
  )
}

function Extend({ raffle: opened, onClose }: DialogProps) {
  const { raffles, conflict } = useCatalogueTexts()
  const admin = useAdminTexts()
  const save = useSaveRaffle()
  const { raffle, readAnew } = useNewestRaffle(opened, save.reset)
  return (
    <ExtendDialog
      raffle={raffle}
      isPending={save.isPending}
      refused={fieldErrorsOf(save.error).endsAt ?? null}
      refusal={save.error}
      notice={<ConflictNotice error={save.error} line={conflict} onReadAnew={readAnew} />}
      onChange={() => forgetRefusal(save)}
      onExtend={(endsAt) =>
        save.mutate(
          { raffle, form: formOf({ endsAt }) },
          {
            onSuccess: () => {
              showSuccess(raffles.updated)
              onClose()
            },
            onError: (error) => {
              if (!isConflict(error)) showFailure(admin.error, error, raffles.saveFailed)
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

function Cancel({ raffle: opened, onClose }: DialogProps) {
  const catalogue = useCatalogueTexts()
  const { conflict } = catalogue
  const admin = useAdminTexts()
  const save = useSaveRaffle()
  const { raffle, readAnew } = useNewestRaffle(opened, save.reset)
  return (
    <ReasonDialog
      kind="cancel"
      raffle={raffle}
      isPending={save.isPending}
      refused={fieldErrorsOf(save.error)}
      refusal={save.error}
      notice={<ConflictNotice error={save.error} line={conflict} onReadAnew={readAnew} />}
      onChange={() => forgetRefusal(save)}
      onReason={(reason, countersigned) =>
        save.mutate(
          { raffle, form: formOf({ status: 'cancelled', reason, ...countersigned }) },
          {
            onSuccess: () => {
              showSuccess(catalogue.raffles.updated)
              onClose()
            },
            onError: (error) => {
              if (isConflict(error)) return
              void showRaffleFailure(error, { title: admin.error, catalogue })
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

function Delete({ raffle: opened, onClose }: DialogProps) {
  const { raffles, conflict } = useCatalogueTexts()
  const admin = useAdminTexts()
  const removal = useDeleteRaffle()
  const { raffle, readAnew } = useNewestRaffle(opened, removal.reset)
  return (
    <ConfirmDialog
      key={raffle.version}
      title={raffles.deleteTitle}
      question={raffles.deleteQuestion(raffle.name)}
      label={admin.delete}
      isPending={removal.isPending}
      onConfirm={() =>
        removal.mutate(raffle, {
          onSuccess: () => {
            showSuccess(raffles.deleted)
            onClose()
          },
          onError: (error) => {
            if (isConflict(error)) return
            if (codeOf(error) === 'cannot_delete_raffle')
              showRefusal(raffles.cannotDelete, raffles.inUse)
            else showFailure(raffles.cannotDelete, error, raffles.deleteFailed)
            onClose()
          },
        })
      }
      onClose={onClose}
      notice={<ConflictNotice error={removal.error} line={conflict} onReadAnew={readAnew} />}
    />
  )
}
