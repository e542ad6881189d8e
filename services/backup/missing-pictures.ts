// Pictures lie beside the database and come back by other means: what its catalogue shows is asked
// of the place where they should be.
import { listShelf } from '#projections/product-shelf/queries.ts'
import { listBoard } from '#projections/raffle-board/queries.ts'

import { IMAGE_WIDTHS } from '../contract/shared.ts'
import { ask } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { pictureKeys } from '../picture-keys.ts'
import type { FileStore } from '../providers/files/port.ts'

/** `missing`: how many are there in no width; null: the place could not be asked, and why. */
export type Pictures = { missing: number } | { missing: null; why: string }

/** Read models of the database must have been made. */
export async function askForPictures(
  owner: Queryable,
  files: Pick<FileStore, 'get'>,
): Promise<Pictures> {
  const shown = { raffles: await ask(owner, listBoard()), products: await ask(owner, listShelf()) }
  // What begins with a slash comes with the program.
  const keys = new Set(pictureKeys(shown).filter((key) => !key.startsWith('/')))
  try {
    let missing = 0
    for (const key of keys) if (!(await isThere(files, key))) missing += 1
    return { missing }
  } catch (error) {
    // The database is back all the same: a bucket that does not answer is a gap to be told.
    return { missing: null, why: error instanceof Error ? error.message : String(error) }
  }
}

/** A picture of an older upload lacks some widths. */
async function isThere(files: Pick<FileStore, 'get'>, key: string): Promise<boolean> {
  for (const width of IMAGE_WIDTHS)
    if ((await files.get(`images/${key}-${width}.webp`)) !== null) return true
  return false
}
