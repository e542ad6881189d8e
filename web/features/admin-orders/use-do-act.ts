// Doing an act at an order: the call, what staff hear of it, and the newest version when somebody
// else was faster.
import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { useBusyDialog } from '../../lib/admin/busy-dialog.ts'
import {
  codeOf,
  showFailure,
  showRefusal,
  showSuccess,
  toldFieldsOf,
} from '../../lib/admin/outcome.ts'
import { ApiError } from '../../lib/http.ts'
import type { AdminOrdersTexts } from '../../lib/text/admin-orders-en.ts'
import { useAdminOrdersTexts } from '../../lib/text/admin-orders.ts'
import { useChangeOrder, useOrderAct } from './api/order.ts'
import { callOf, firstValues } from './order-act-forms.ts'
import type { ActValues, ChosenAct } from './order-act-forms.ts'

type Heard = {
  onDone: () => void
  onRefresh: () => void
  /** It is not the one that the buyer was sent. */
  onWrongCode?: () => void
}

export function useDoAct(order: AdminOrderDetail, { onDone, onRefresh, onWrongCode }: Heard) {
  const { acts, error, methods } = useAdminOrdersTexts()
  const change = useChangeOrder(order)
  const doAct = useOrderAct(order)

  const run = (act: ChosenAct, values: ActValues = firstValues(act, order)) => {
    const call = callOf(act, values)
    const heard = {
      onSuccess: () => {
        showSuccess(doneOf(act, acts))
        onDone()
      },
      onError: (reason: unknown) => {
        if (codeOf(reason) === 'wrong_code' && onWrongCode) return onWrongCode()
        const sentence = paidAlready(reason, { acts, methods }) ?? sentenceOf(codeOf(reason), acts)
        if (sentence === undefined) showFailure(error, reason, acts.failed)
        else showRefusal(error, sentence)
        if (isOld.has(codeOf(reason))) onRefresh()
      },
    }
    if (call.via === 'change') change.mutate(call.body, heard)
    else doAct.mutate(call, heard)
  }
  const isPending = change.isPending || doAct.isPending
  useBusyDialog(isPending)
  return { run, isPending }
}

/** What is shown is not what there is any more. */
const isOld: ReadonlySet<string | null> = new Set(['edit_conflict', 'refund_paid'])

/** By whom and how; undefined: it was another refusal, or does not say. */
export function paidAlready(
  reason: unknown,
  { acts, methods }: Pick<AdminOrdersTexts, 'acts' | 'methods'>,
): string | undefined {
  if (codeOf(reason) !== 'refund_paid' || !(reason instanceof ApiError)) return undefined
  const told = (name: string) => toldFieldsOf(reason).find(({ path }) => path === name)?.message
  const [method, reference = ''] = [told('method'), told('reference')]
  if (method === undefined) return undefined
  const words: Readonly<Record<string, string>> = methods
  const how = `${words[method] ?? method} ${reference}`.trim()
  return acts.refundPaid({ by: reason.problem?.changedBy ?? null, how })
}

/** Refusals that only these acts meet. */
function sentenceOf(code: string | null, { sealed, atDraw, refused }: AdminOrdersTexts['acts']) {
  const known: Readonly<Record<string, string>> = {
    register_sealed: sealed,
    ...atDraw,
    ...refused,
  }
  return code === null ? undefined : known[code]
}

function doneOf({ kind }: ChosenAct, { done }: AdminOrdersTexts['acts']): string {
  switch (kind) {
    case 'accept':
    case 'decline':
      return done.answered
    case 'refund_mismatch':
      return done.owe_refund
    default:
      return done[kind]
  }
}
