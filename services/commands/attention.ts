// The needs-attention list: what is stored (`attention-items.ts`) and, before it, what the running
// service knows of itself: halted raffles, read models and reactors that stand still.
import * as z from 'zod/mini'

import { attentionKinds } from '../contract/attention.ts'
import type { AttentionCounts, AttentionItem, AttentionKind } from '../contract/attention.ts'
import { readHalts } from '../event-store/raffle-halts.ts'
import type { HaltedLog } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { branches, storedKinds } from './attention-items.ts'
import type { StoredKind } from './attention-items.ts'
import { withoutLinks } from './masked-keys.ts'
import { moneyOf } from './price-purchase.ts'

export type AttentionNeeds = {
  database: Queryable
  halted: () => readonly HaltedLog[]
  /** How far each read model is. */
  readModels: () => Promise<
    { name: string; lagSeconds: number; stopped: { logId: string; error: string }[] }[]
  >
  now: () => Date
  /** How many there are of each stored kind. Left out: each who asks counts for himself. */
  counted?: (kinds: readonly StoredKind[]) => Promise<StoredCount[]>
  /** A page is looked up when its turn has come. Left out: at once. */
  inTurn?: <Answer>(look: () => Promise<Answer>) => Promise<Answer>
}

export type StoredCount = { kind: StoredKind; count: number }

/** A read model that is further behind is told to staff. */
const LAG_SECONDS_MAX = 60

export async function listAttention(
  needs: AttentionNeeds,
  { kind, limit, offset }: { kind: AttentionKind | undefined; limit: number; offset: number },
): Promise<{ items: AttentionItem[]; total: number }> {
  const own = (await ownItems(needs)).filter((item) => kind === undefined || item.kind === kind)
  const kinds = storedKinds.filter((stored) => kind === undefined || stored === kind)
  const { counted = (asked) => countsOf(needs.database, asked), inTurn = (look) => look() } = needs
  const counts = await counted(kinds)
  const stored = counts.reduce((sum, { count }) => sum + count, 0)
  const shown = own.slice(offset, offset + limit)
  // Of most kinds there is nothing most of the time: what is not looked for needs no plan either.
  const page = {
    kinds: counts.filter(({ count }) => count > 0).map(({ kind: known }) => known),
    limit: limit - shown.length,
    offset: Math.max(0, offset - own.length),
  }
  const rest = await inTurn(() => storedItems(needs.database, page))
  return { items: [...shown, ...rest], total: own.length + stored }
}

export async function countAttention(needs: AttentionNeeds): Promise<AttentionCounts> {
  const { counted = (asked) => countsOf(needs.database, asked) } = needs
  const [own, stored] = await Promise.all([ownItems(needs), counted(storedKinds)])
  const counts = new Map<AttentionKind, number>(stored.map(({ kind, count }) => [kind, count]))
  for (const { kind } of own) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const kinds = attentionKinds.flatMap((kind) => {
    const count = counts.get(kind) ?? 0
    return count === 0 ? [] : [{ kind, count }]
  })
  return { total: kinds.reduce((sum, { count }) => sum + count, 0), kinds }
}

export async function handleAttention(
  database: Queryable,
  handled: { kind: string; item: string; note: string | null; personId: string },
): Promise<void> {
  await database.query({
    name: 'attention_handle',
    text: `insert into attention_handled (kind, item, handled_by, note, handled_at)
           values ($1, $2, $3, $4, clock_now()) on conflict (kind, item) do nothing`,
    values: [handled.kind, handled.item, handled.personId, handled.note],
  })
}

const itemRow = z.object({
  kind: z.enum(attentionKinds),
  item: z.string(),
  since: z.date(),
  order_id: z.nullable(z.string()),
  amount_cents: z.nullable(z.int()),
  received_cents: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  method: z.nullable(z.string()),
  code: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})

type Page = { kinds: readonly StoredKind[]; limit: number; offset: number }

async function storedItems(database: Queryable, { kinds, limit, offset }: Page) {
  if (kinds.length === 0 || limit === 0) return []
  const { rows } = await database.query({
    // Without a name it is planned for its own kinds and page: a plan for any takes three times
    // as long.
    text: `
      select page.*, orders.reference, contact.name, contact.phone
        from (
          select * from (${kinds.map(openItems).join('\n union all ')}) as open
           order by since, kind, item
           limit $1 offset $2
        ) as page
        left join order_status as orders on orders.order_id = page.order_id
        left join order_contacts as contact on contact.order_id = page.order_id
       order by page.since, page.kind, page.item`,
    values: [limit, offset],
  })
  return rows.map((row) => itemOnWire(itemRow.parse(row)))
}

/** No further than the page can reach; what came at once, as a file's lines do, in one order. */
function openItems(kind: StoredKind): string {
  const { from, columns, since } = branches[kind]
  return `(select '${kind}' as kind, ${since} as since, ${columns}
             from ${from} order by ${since}, item limit $1::bigint + $2::bigint)`
}

export async function countsOf(
  database: Queryable,
  kinds: readonly StoredKind[],
): Promise<StoredCount[]> {
  if (kinds.length === 0) return []
  const { rows } = await database.query<StoredCount>({
    name: kinds.length === 1 ? `attention count ${kinds[0]}` : 'attention counts',
    text: kinds
      .map((kind) => `select '${kind}' as kind, count(*) as count from ${branches[kind].from}`)
      .join('\n union all '),
  })
  return rows
}

function itemOnWire(row: z.infer<typeof itemRow>): AttentionItem {
  const money = (cents: number | null) => (cents === null ? null : moneyOf(cents))
  return {
    kind: row.kind,
    item: row.item,
    since: row.since.toISOString(),
    orderId: row.order_id,
    reference: row.reference,
    customer: row.name,
    phone: row.phone ?? (row.kind === 'message_failed' ? row.detail : null),
    amount: money(row.amount_cents),
    ...(row.currency !== null && { currency: row.currency }),
    received: money(row.received_cents),
    method: row.method,
    code: row.code,
    detail: row.kind === 'message_failed' ? row.item : row.detail && withoutLinks(row.detail),
  }
}

async function ownItems(needs: AttentionNeeds): Promise<AttentionItem[]> {
  const [models, reactors, marked] = await Promise.all([
    needs.readModels(),
    failingReactors(needs.database),
    readHalts(needs.database),
  ])
  const halted = needs.halted()
  // Of another process, or of this one before it was started anew.
  const others = marked.filter((mark) => !halted.some(({ logId }) => logId === mark.logId))
  const now = needs.now()
  return [
    ...halted.map(({ logId, error, since }) =>
      ownItem('writer_halted', { item: logId, since, detail: error.message }),
    ),
    ...others.map(({ logId, haltedAt, detail }) =>
      ownItem('writer_halted', { item: logId, since: haltedAt, detail }),
    ),
    ...models.flatMap(({ name, lagSeconds, stopped }) => {
      const [first] = stopped
      if (first === undefined && lagSeconds <= LAG_SECONDS_MAX) return []
      const since = new Date(now.getTime() - lagSeconds * 1_000)
      return [ownItem('projection', { item: name, since, detail: first?.error ?? null })]
    }),
    ...reactors.map(({ name, last_error, updated_at }) =>
      ownItem('reactor', { item: name, since: updated_at, detail: last_error }),
    ),
  ]
}

type OwnItem = { item: string; since: Date; detail: string | null }

const ownItem = (kind: AttentionKind, { item, since, detail }: OwnItem): AttentionItem => ({
  kind,
  item,
  since: since.toISOString(),
  orderId: null,
  reference: null,
  customer: null,
  phone: null,
  amount: null,
  received: null,
  method: null,
  code: null,
  detail,
})

async function failingReactors(database: Queryable) {
  const { rows } = await database.query<{ name: string; last_error: string; updated_at: Date }>({
    name: 'reactors failing',
    // Below the head: one whose move past the failure was done but not answered has caught up.
    text: `select distinct on (reactors.name)
                  reactors.name, reactors.last_error, reactors.updated_at
             from reactors
             join logs using (log_id)
            where reactors.last_error is not null and reactors.position < logs.head
            order by reactors.name, reactors.updated_at`,
  })
  return rows
}
