// Every file of the house, as text.
import { glob, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

export type HouseFile = { path: string; text: string }

const root = join(import.meta.dirname, '../..')
const rooms = '{events,projections,migrations,services,web}/**/*.{ts,tsx,mjs,sql,css}'

export async function readHouse(): Promise<HouseFile[]> {
  const paths: string[] = []
  for await (const path of glob([rooms, '*.config.ts'], { cwd: root }))
    paths.push(path.replaceAll(sep, '/'))
  return Promise.all(
    paths
      .toSorted()
      .map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  )
}

/** What is there to test, and is no part of the product. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)testing\/|contract-suite\.ts$|^web\/e2e\//.test(path)
}
