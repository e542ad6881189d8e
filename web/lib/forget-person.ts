// Whoever was here leaves nothing behind in the memory of the page: the next person at this browser
// would read it. Who is here now (`me`) is the caller's business.
import type { Query, QueryClient } from '@tanstack/react-query'

/** What one person alone may read begins with one of these. `typed`: what staff searched for. */
const OF_A_PERSON = ['/api/account', '/api/orders', '/api/users', 'typed']

/** What a page shows this moment is emptied, and read anew by whom the page is still for. */
export function forgetPerson(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache()
  for (const query of cache.findAll({ predicate: isPersonal })) {
    if (query.isActive()) query.reset()
    else cache.remove(query)
  }
}

/** Of a query: nobody else may read it. */
export const isPersonal = ({ queryKey }: Query): boolean =>
  OF_A_PERSON.some((start) => String(queryKey[0]).startsWith(start))
