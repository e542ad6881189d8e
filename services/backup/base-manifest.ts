// What a base backup says of itself. It lies beside the cluster as `manifest.json`.
import { join } from 'node:path'

import * as z from 'zod/mini'

import { readText } from '../io/files.ts'
import { MANIFEST } from './backup.ts'
import { manifestSchema } from './manifest.ts'
import { BackupRefused, parsedManifest } from './restore.ts'

export const BASE_FORMAT = 'qura-base/v1'
/** Inside the folder of a base backup. */
export const CLUSTER = 'cluster'
export const ACCESS = 'access.json'

const { environment, shopLogs, migrations, heads } = manifestSchema.shape
/** No way out of the folder that it is in. */
const path = () =>
  z.string().check(z.refine((text) => text.split('/').every((part) => !/^\.{0,2}$/.test(part))))
const segmentName = () => z.string().check(z.regex(/^[0-9A-F]{24}$/))

export const baseManifestSchema = z.strictObject({
  format: z.literal(BASE_FORMAT),
  /** UTC, by the machine's clock, as the log's instants are. */
  takenAt: z.string(),
  /** A cluster is read by the same PostgreSQL on the same kind of machine alone. */
  postgresMajor: z.int(),
  platform: z.string(),
  /** Of the cluster: two shops may keep their backups side by side. */
  systemIdentifier: z.string(),
  environment,
  shopLogs,
  migrations,
  /** Where each log stood before the first file was copied. */
  heads,
  /** Files of PostgreSQL's log without which the copy is no cluster: the first and the last. */
  firstLogFile: segmentName(),
  lastLogFile: segmentName(),
  /** Of the cluster. */
  folders: z.array(path()),
  /** `cluster/…` and the passwords of its logins. */
  files: z.array(
    z.strictObject({
      path: path(),
      bytes: z.int(),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
})
export type BaseManifest = z.infer<typeof baseManifestSchema>

/** Null: the folder holds no base backup. Refuses one that is damaged or not as we write them. */
export async function findBaseManifest(folder: string): Promise<BaseManifest | null> {
  const text = await readText(join(folder, MANIFEST))
  if (text === null) return null
  const said = parsedManifest(folder, text) as { format?: unknown } | null
  if (said?.format !== BASE_FORMAT) return null
  const manifest = baseManifestSchema.safeParse(said)
  if (!manifest.success) throw new BackupRefused(`${folder}/${MANIFEST} is not one of ours`)
  return manifest.data
}

export async function readBaseManifest(folder: string): Promise<BaseManifest> {
  const manifest = await findBaseManifest(folder)
  if (manifest === null) throw new BackupRefused(`${folder} is no base backup`)
  return manifest
}
