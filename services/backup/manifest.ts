// What a backup says of itself. It lies beside the tables as `manifest.json`.
import * as z from 'zod/mini'

const sha256 = () => z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const manifestSchema = z.strictObject({
  format: z.literal('qura-backup/v1'),
  /** UTC, by the database's own clock. */
  takenAt: z.string(),
  environment: z.enum(['production', 'demo', 'test']),
  shopLogs: z.int(),
  /** Names of the migrations that made the tables; another list is refused. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      file: z.string(),
      /** Of the compressed file. */
      sha256: sha256(),
    }),
  ),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string() })),
  /** Where each log ended, and the leaf hash there for those of raffles. */
  heads: z.array(
    z.strictObject({ logId: z.string(), head: z.int(), leaf: z.nullable(z.string()) }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>
