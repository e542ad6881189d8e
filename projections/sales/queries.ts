// Read by the audit of the books. What was earned on which day is asked of `insight`.
import type { Query } from '../sql.ts'

export type AccountBalance = { account: string; currency: string; balanceCents: number }

/** The books: the balances of all accounts add up to zero (invariant I7). */
export const accountBalances = (): Query<AccountBalance> => ({
  name: 'account balances',
  text: `
  select account, currency, sum(amount_cents)::bigint as balance
    from sales_journal
   group by account, currency
   order by account, currency`,
  parse: (row) => ({
    account: row.account as string,
    currency: row.currency as string,
    balanceCents: row.balance as number,
  }),
})
