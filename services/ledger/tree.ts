// The tree of a raffle's log, kept in tiles: grown from the leaf hashes that the raffle's writer
// has stored with its facts, in work that depends on what is new, not on what is there. The root is
// computed twice, from the tiles and from the writer's frontier; a tree on which the two disagree
// is never signed.
import { isSameBytes } from '#events/kernel/bytes.ts'
import { consistencyRanges, inclusionRanges, parseFrontier, rootOf } from '#events/ledger/merkle.ts'
import type { Hash, LeafRange } from '#events/ledger/merkle.ts'
import {
  growTiles,
  rangeRootFromTiles,
  tilePath,
  tilesOfRanges,
  tileWidthMax,
} from '#events/ledger/tiles.ts'
import type { GrownTile, Tile, TileReader } from '#events/ledger/tiles.ts'

import type { Database, Queryable } from '../io/database.ts'
import { sha256 } from './keys.ts'

export type TreeHead = { size: number; root: Hash }

/** The stored facts are not the tree that was written: not signed until a person has looked. */
export class TreeRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TreeRefused'
  }
}

/** Of 32-byte hashes: a page is read in one statement and hashed in one turn of the event loop. */
const LEAVES_PER_PAGE = 4_096
const HASH_BYTES = 32

/** Brings the tiles to the log's head; the tree as it then stands. Rejects with TreeRefused. */
export async function growTree(database: Database, logId: string): Promise<TreeHead> {
  const { head, frontier, size } = await readTree(database, logId)
  const tree = { size: head, root: rootOf(parseFrontier(head, frontier), sha256) }
  for (let grown = size; grown < head;)
    grown = await growPage(database, tree, { logId, size: grown, to: nextPage(grown, head) })
  if (size >= head) await requireRoot(database, logId, tree)
  return tree
}

/** What the writer kept while it wrote, and what the facts say now, must be the same tree. */
async function requireRoot(on: Queryable, logId: string, { size, root }: TreeHead): Promise<void> {
  if (size === 0) return
  const whole = { ranges: [{ start: 0, end: size }], size }
  const [fromTiles] = await rootsOfRanges(on, logId, whole)
  if (fromTiles === undefined || !isSameBytes(fromTiles, root))
    throw new TreeRefused(`${logId} has two roots`)
}

/** Pages end where tiles end, so that a tile is rarely written twice. */
const nextPage = (size: number, head: number) =>
  Math.min(head, (Math.floor(size / LEAVES_PER_PAGE) + 1) * LEAVES_PER_PAGE)

async function readTree(database: Queryable, logId: string) {
  const { rows } = await database.query<{ head: number; frontier: Buffer; size: number }>({
    name: 'tree_read',
    text: `
      select logs.head, logs.tree_frontier as frontier, coalesce(tree.size, 0) as size
        from logs
        left join ledger_trees as tree using (log_id)
       where logs.log_id = $1`,
    values: [logId],
  })
  return rows[0] ?? { head: 0, frontier: Buffer.alloc(0), size: 0 }
}

type Page = { logId: string; size: number; to: number }

/** The size afterwards: that of another process, where it was quicker. */
async function growPage(database: Database, tree: TreeHead, page: Page): Promise<number> {
  const { logId, size, to } = page
  const leaves = await readLeaves(database, page)
  const edge = await readEdge(database, logId, size)
  const grown = growTiles({ size, edge, leaves }, sha256)
  const isMine = await database.transaction(async (tx) => {
    // Lost with the server's power, tiles are made again from the facts (decision 14).
    await tx.query('set local synchronous_commit = off')
    if (!(await moveTree(tx, page))) return false
    await writeTiles(tx, logId, grown)
    // Before the commit: tiles of a tree that is not the writer's are kept by nobody.
    if (to === tree.size) await requireRoot(tx, logId, tree)
    return true
  })
  return isMine ? to : (await readTree(database, logId)).size
}

/**
 * The leaf hashes `size` … `to - 1`, one after the other. Every stored entry is hashed again first:
 * a row that was altered since it was written must not be signed (docs/campaign.md, F20).
 */
async function readLeaves(database: Queryable, { logId, size, to }: Page): Promise<Uint8Array> {
  const { rows } = await database.query<{
    leaves: Buffer
    leaf_count: number
    altered: number | null
  }>({
    name: 'tree_leaves',
    text: `
      select string_agg(leaf, ''::bytea order by position) as leaves,
             count(*) as leaf_count,
             min(position) filter (
               where leaf <> sha256('\\x00'::bytea || convert_to(payload, 'UTF8'))) as altered
        from events
       where log_id = $1
         and position > $2
         and position <= $3`,
    values: [logId, size, to],
  })
  const [page] = rows
  if (page?.leaf_count !== to - size)
    throw new TreeRefused(`${logId} has a hole between ${size} and ${to}`)
  if (page.altered !== null)
    throw new TreeRefused(`${logId}: the entry at position ${page.altered} was altered`)
  return page.leaves
}

/**
 * The last tiles of the tree of `size` leaves, where they are not full. Another process may have
 * made them wider since the size was read; a tile only ever grows at its end.
 */
async function readEdge(database: Queryable, logId: string, size: number) {
  const tiles: Tile[] = []
  for (let level = 0; tileWidthMax ** level <= size; level += 1) {
    const hashes = Math.floor(size / tileWidthMax ** level)
    const width = hashes % tileWidthMax
    if (width > 0) tiles.push({ level, index: (hashes - width) / tileWidthMax, width })
  }
  const read = await readTiles(database, logId, tiles)
  return new Map(tiles.map((tile) => [tile.level, read(tile).subarray(0, tile.width * HASH_BYTES)]))
}

/** False when another process has grown the tree meanwhile. */
async function moveTree(tx: Queryable, { logId, size, to }: Page): Promise<boolean> {
  await tx.query({
    name: 'tree_begin',
    text: 'insert into ledger_trees (log_id, size) values ($1, 0) on conflict do nothing',
    values: [logId],
  })
  const { rowCount } = await tx.query({
    name: 'tree_move',
    text: 'update ledger_trees set size = $3 where log_id = $1 and size = $2',
    values: [logId, size, to],
  })
  return rowCount === 1
}

async function writeTiles(
  tx: Queryable,
  logId: string,
  grown: readonly GrownTile[],
): Promise<void> {
  await tx.query({
    name: 'tiles_write',
    text: `
      insert into ledger_tiles (log_id, level, tile, hashes)
      select $1, grown.level, grown.tile, grown.hashes
        from unnest($2::smallint[], $3::bigint[], $4::bytea[]) as grown (level, tile, hashes)
          on conflict (log_id, level, tile) do update set hashes = excluded.hashes`,
    values: [
      logId,
      grown.map(({ tile }) => tile.level),
      grown.map(({ tile }) => tile.index),
      grown.map(({ hashes }) => Buffer.from(hashes)),
    ],
  })
}

/**
 * Of leaf `index` in the tree of `size` leaves, from the leaf up. The tiles must have grown so far.
 */
export function inclusionFromTiles(
  database: Queryable,
  logId: string,
  { index, size }: { index: number; size: number },
): Promise<Hash[]> {
  return rootsOfRanges(database, logId, { ranges: inclusionRanges({ index, size }), size })
}

/** From the tree of `from` leaves to that of `to`; the empty tree needs no proof. */
export async function consistencyFromTiles(
  database: Queryable,
  logId: string,
  { from, to }: { from: number; to: number },
): Promise<Hash[]> {
  if (from === 0) return []
  return rootsOfRanges(database, logId, { ranges: consistencyRanges({ from, to }), size: to })
}

async function rootsOfRanges(
  database: Queryable,
  logId: string,
  { ranges, size }: { ranges: readonly LeafRange[]; size: number },
): Promise<Hash[]> {
  const read = await readTiles(database, logId, tilesOfRanges(ranges, size))
  return ranges.map((range) => rangeRootFromTiles(range, { size, read }, sha256))
}

/** One statement for all of them. A tile that is missing or too narrow throws when it is read. */
async function readTiles(
  database: Queryable,
  logId: string,
  tiles: readonly Tile[],
): Promise<TileReader> {
  if (tiles.length === 0) return missing
  const { rows } = await database.query<{ level: number; tile: number; hashes: Buffer }>({
    name: 'tiles_read',
    // The limit leaves no plan but one look into the key for each tile.
    text: `
      select stored.level, stored.tile, stored.hashes
        from unnest($2::smallint[], $3::bigint[]) as wanted (level, tile), lateral (
               select ledger_tiles.level, ledger_tiles.tile, ledger_tiles.hashes
                 from ledger_tiles
                where ledger_tiles.log_id = $1
                  and ledger_tiles.level = wanted.level
                  and ledger_tiles.tile = wanted.tile
                limit 1) as stored`,
    values: [logId, tiles.map(({ level }) => level), tiles.map(({ index }) => index)],
  })
  const found = new Map(rows.map(({ level, tile, hashes }) => [`${level}/${tile}`, hashes]))
  return (tile) => found.get(`${tile.level}/${tile.index}`) ?? missing(tile)
}

const missing: TileReader = (tile) => {
  throw new Error(`${tilePath(tile)} is not stored`)
}

/** The bytes of one tile in its width; null where the tree has not grown so far. */
export async function readTile(
  database: Queryable,
  logId: string,
  { level, index, width }: Tile,
): Promise<Buffer | null> {
  const { rows } = await database.query<{ hashes: Buffer }>({
    name: 'tile_read',
    text: `
      select substring(hashes from 1 for $4) as hashes
        from ledger_tiles
       where log_id = $1 and level = $2 and tile = $3`,
    values: [logId, level, index, width * HASH_BYTES],
  })
  const hashes = rows[0]?.hashes
  return hashes !== undefined && hashes.length === width * HASH_BYTES ? hashes : null
}

/** The entries of one bundle as they were hashed; null where the log has not grown so far. */
export async function readEntries(
  database: Queryable,
  logId: string,
  { index, width }: { index: number; width: number },
): Promise<Uint8Array[] | null> {
  const { rows } = await database.query<{ payload: string }>({
    name: 'bundle_read',
    text: `
      select payload
        from events
       where log_id = $1
         and position > $2::bigint
         and position <= $2::bigint + $3::bigint
       order by position`,
    values: [logId, index * tileWidthMax, width],
  })
  return rows.length === width ? rows.map(({ payload }) => Buffer.from(payload, 'utf8')) : null
}
