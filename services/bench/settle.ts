import { openDatabase } from '../io/database.ts'

/** What was written before a measurement shall not be paid for by it: the disk is waited for. */
export async function settle(url: string): Promise<void> {
  const server = openDatabase({ url, applicationName: 'qura bench', statementTimeoutMs: 0 })
  await server.query('checkpoint').finally(server.end)
}
