// Every page of a cluster read and looked at, as `pg_amcheck` does it: each table with its hidden
// part, each B-tree, the system's own included. What nobody has asked for in a year may have rotted
// without a word. For a cluster that is thrown away: the extension is made in it.
// https://www.postgresql.org/docs/18/amcheck.html
import { sqlState } from '../io/database.ts'
import type { Database } from '../io/database.ts'

export type Pages = {
  tables: number
  indexes: number
  /** One line for each table or index: its name, and what was found first. */
  damaged: string[]
}

/** `owner`: may make the extension, which a superuser alone may. */
export async function checkPages(owner: Database): Promise<Pages> {
  await owner.query('create extension if not exists amcheck')
  const { rows } = await owner.query<Relation>(relations)
  const damaged: string[] = []
  for (const relation of rows) {
    const what = await damageOf(owner, relation)
    if (what !== null) damaged.push(`${relation.name}: ${what}`)
  }
  const indexes = rows.filter((relation) => relation.is_index).length
  return { tables: rows.length - indexes, indexes, damaged }
}

type Relation = { oid: number; name: string; is_index: boolean }

/** Temporary ones belong to sessions that are gone; unlogged ones are emptied by a restore. */
const relations = `
  select pg_class.oid::int8::float8 as oid, pg_class.oid::regclass::text as name,
         pg_class.relkind = 'i' as is_index
    from pg_class
    left join pg_am on pg_am.oid = pg_class.relam
    left join pg_index on pg_index.indexrelid = pg_class.oid
   where pg_class.relpersistence = 'p'
     and (pg_class.relkind in ('r', 'm', 't') and pg_am.amname = 'heap'
          or pg_class.relkind = 'i' and pg_am.amname = 'btree' and pg_index.indisvalid)
   order by is_index, name`

/** Of a table also where it leads into its hidden part and does not arrive. */
const lookAtTable = `
  select format('block %s, %s', blkno, msg) as what
    from verify_heapam($1::int8::oid::regclass, on_error_stop => true, check_toast => true)
   limit 1`
/** Of an index also which rows of its table it does not have; says nothing when all is well. */
const lookAtIndex = `select bt_index_check($1::int8::oid::regclass, heapallindexed => true) as what`

async function damageOf(owner: Database, relation: Relation): Promise<string | null> {
  try {
    const text = relation.is_index ? lookAtIndex : lookAtTable
    const { rows } = await owner.query<{ what: string }>(text, [relation.oid])
    return rows[0]?.what || null
  } catch (error) {
    // It refuses to read a page whose checksum is another.
    if (sqlState(error) === undefined) throw error
    return (error as Error).message // what has a state is an error of PostgreSQL's
  }
}
