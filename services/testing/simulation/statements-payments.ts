// Payment attempts, provider callbacks and texts: `commands/{purchase-rows,pay,payment-watch,
// store-callback,send-message,give-up-messages}.ts`.
import { changed, rows } from './statement.ts'
import type { Answer, Session, Statements } from './statement.ts'
import { where } from './tables.ts'
import type { AttemptRow, MessageRow } from './tables.ts'

const PAGE_DUE = 100

export const paymentStatements: Statements = {
  payment_attempts_checked: (session, [checks]) => {
    for (const check of JSON.parse(checks) as Check[])
      updateAttempt(session, check.attempt_id, (row) =>
        row.state === 'settled' ? undefined : checked(row, check),
      )
    return rows([{ check_attempts: '' }])
  },

  payment_attempts_by_id: ({ tables }, [ids]) =>
    rows((ids as string[]).flatMap((id) => tables.attempts.get(id) ?? [])),

  payment_attempts_by_ref: ({ tables }, [refs]) =>
    rows([...where(tables.attempts, (row) => (refs as string[]).includes(row.ref))]),

  attempts_due: ({ tables, now }) => {
    const due = [
      ...where(tables.attempts, (row) => row.next_check_at !== null && row.next_check_at <= now),
    ]
    const sorted = due.toSorted((a, b) => a.next_check_at!.getTime() - b.next_check_at!.getTime())
    return rows(sorted.slice(0, PAGE_DUE))
  },

  attempt_due_soon: (session, [attemptId]) => {
    const soon = later(session.now, '20 seconds')
    return changed(
      updateAttempt(session, attemptId, (row) =>
        row.state !== 'settled' && (row.next_check_at === null || row.next_check_at > soon)
          ? { ...row, next_check_at: soon }
          : undefined,
      ),
    )
  },

  open_attempt: (session, values) => openAttempt(session, values),

  known_payment_link: ({ tables }, [attemptId]) => {
    const attempt = tables.attempts.get(attemptId)
    if (attempt === undefined) return rows([])
    const { order_id, redirect_url } = attempt
    return rows([{ link: redirect_url ?? linkAnswered({ tables }, attemptId, order_id) }])
  },

  keep_payment_link: (session, [attemptId, link, ref]) =>
    changed(
      updateAttempt(session, attemptId, (row) => ({
        ...row,
        redirect_url: link,
        provider_ref: ref ?? row.provider_ref,
        state: row.state === 'opened' ? 'started' : row.state,
      })),
    ),

  store_callbacks: (session, [items]) =>
    rows(
      (JSON.parse(items) as CallbackGiven[]).map((item) => ({ copies: storeOne(session, item) })),
    ),

  write_messages: ({ tables, now, write }, values) => {
    const [refs, phones, bodies, purposes, languages, states, areRetried, asking, marks] =
      values as unknown as Written
    const written = refs.flatMap((ref, nth) => {
      if (refs.indexOf(ref) !== nth) return []
      const known = tables.messages.get(ref)
      const [state, gateway_id] = [states[nth]!, marks[nth]!]
      const next_try_at = areRetried[nth] ? later(now, asking) : null
      const isOwn = known?.gateway_id === gateway_id && known.state === state && known.tries === 1
      if (known !== undefined) return isOwn ? { ...known, next_try_at } : []
      return {
        ref,
        to_phone: phones[nth]!,
        body: bodies[nth] ?? null,
        purpose: purposes[nth]!,
        language: languages[nth] ?? null,
        state,
        tries: 1,
        next_try_at,
        created_at: now,
        gateway_id,
        channel: null,
      }
    })
    write(() => {
      for (const row of written) tables.messages.set(row.ref, row)
    })
    return rows(written.map(({ ref }) => ({ ref })))
  },

  messages_tried: ({ tables, write }, [refs, states, nextTries, gatewayIds]) => {
    const tried = (refs as string[]).flatMap((ref, nth) => {
      const row = tables.messages.get(ref)
      const [state, next_try_at, gateway_id] = [states[nth], nextTries[nth], gatewayIds[nth]]
      const isGivenUp = row?.state === 'failed' && state === 'waiting'
      return row === undefined || isGivenUp ? [] : { ...row, state, next_try_at, gateway_id }
    })
    write(() => {
      for (const row of tried) tables.messages.set(row.ref, row)
    })
    return changed(tried.length)
  },

  messages_due: ({ tables, now, write }, [asking, asked, atOnce]) => {
    const due = [
      ...where(
        tables.messages,
        ({ state, next_try_at }) =>
          state === 'waiting' && next_try_at !== null && next_try_at <= now,
      ),
    ]
    const taken = due
      .toSorted((a, b) => a.next_try_at!.getTime() - b.next_try_at!.getTime())
      .slice(0, Number(atOnce))
      .map((row) => ({
        ...row,
        state: String(asked),
        tries: row.tries + 1,
        next_try_at: later(now, asking),
      }))
    write(() => {
      for (const row of taken) tables.messages.set(row.ref, row)
    })
    return rows(taken)
  },

  // There is neither WhatsApp nor e-mail in here.
  give_up_receipts: ({ tables, now, write }, [orderId, writtenBefore]) => {
    const phone = tables.contacts.get(orderId)?.phone
    const before = writtenBefore as Date | null
    const given = [
      ...where(
        tables.messages,
        (row) =>
          row.to_phone === phone &&
          row.purpose === 'receipt' &&
          row.ref.split(':')[1] === orderId &&
          (before === null || row.created_at < before) &&
          hasNotGone(row, now),
      ),
    ]
    write(() => {
      for (const row of given)
        tables.messages.set(row.ref, {
          ...row,
          state: 'failed',
          next_try_at: null,
          channel: row.channel ?? 'whatsapp',
        })
    })
    return changed(0)
  },
}

const hasNotGone = ({ state, next_try_at }: MessageRow, now: Date): boolean =>
  state === 'waiting' || (state === 'unknown' && next_try_at !== null && next_try_at > now)

type Written = [
  refs: string[],
  phones: string[],
  bodies: (string | null)[],
  purposes: string[],
  languages: (string | null)[],
  states: string[],
  areRetried: boolean[],
  asking: string,
  marks: string[],
]

type Check = {
  attempt_id: string
  state: AttemptRow['state']
  provider_status: string | null
  provider_ref: string | null
  checked_at: string
  next_check_at: string | null
}

const checked = (row: AttemptRow, check: Check): AttemptRow => ({
  ...row,
  state: check.state,
  provider_status: check.provider_status ?? row.provider_status,
  provider_ref: check.provider_ref ?? row.provider_ref,
  checked_at: new Date(check.checked_at),
  next_check_at: check.next_check_at === null ? null : new Date(check.next_check_at),
})

function openAttempt({ tables, write }: Session, values: readonly unknown[]): Answer {
  // The parameters of `open_attempt`, as `pay.ts` sends them.
  const [attempt_id, ref, order_id, method, amount_cents, created_at, expires_at, next_check_at] =
    values as [
      ...[string, string, string, AttemptRow['method'], number],
      ...[Date, Date, Date | null],
    ]
  const known = tables.attempts.get(attempt_id)
  if (known !== undefined) return rows([{ ref: known.ref }])
  const unheard = { provider_status: null, provider_ref: null, redirect_url: null }
  const named = { attempt_id, ref, order_id, method, amount_cents, state: 'opened' as const }
  const times = { created_at, expires_at, checked_at: null, next_check_at }
  write(() => tables.attempts.set(attempt_id, { ...named, ...unheard, ...times }))
  return rows([{ ref }])
}

/** Of the first attempt it stands in the answer that was given for the purchase. */
function linkAnswered(
  { tables }: Pick<Session, 'tables'>,
  attemptId: string,
  orderId: string,
): string | null {
  const own = [...where(tables.attempts, (row) => row.order_id === orderId)]
  const first = own.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())[0]
  const [purchase] = [...where(tables.purchases, (row) => row.order_id === orderId)]
  if (first?.attempt_id !== attemptId || purchase === undefined) return null
  if (purchase.answer === null) return null
  return (JSON.parse(purchase.answer) as { redirectUrl?: string }).redirectUrl ?? null
}

function updateAttempt(
  { tables, write }: Session,
  attemptId: string,
  change: (row: AttemptRow) => AttemptRow | undefined,
): number {
  const row = tables.attempts.get(attemptId)
  const next = row === undefined ? undefined : change(row)
  if (next === undefined) return 0
  write(() => tables.attempts.set(attemptId, next))
  return 1
}

/** `60 seconds`, the only interval that is asked for. */
const later = (now: Date, interval: string) =>
  new Date(now.getTime() + Number.parseInt(interval, 10) * 1_000)

type CallbackGiven = {
  provider: string
  dedupe_key: string
  attempt_ref: string | null
  is_authentic: boolean
  copies: number
}

function storeOne(session: Session, given: CallbackGiven): number {
  const { tables, now, write } = session
  const { provider, dedupe_key, attempt_ref, is_authentic } = given
  const key = `${provider} ${dedupe_key}`
  const copies = (tables.callbacks.get(key)?.copies ?? 0) + given.copies
  write(() => tables.callbacks.set(key, { attempt_ref, is_authentic, copies }))
  const due = is_authentic
    ? where(tables.attempts, (it) => it.ref === attempt_ref && it.state !== 'settled')
    : []
  for (const known of due)
    updateAttempt(session, known.attempt_id, (it) => ({
      ...it,
      next_check_at: it.next_check_at !== null && it.next_check_at < now ? it.next_check_at : now,
    }))
  return copies
}
