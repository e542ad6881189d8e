import { describe, expect, it } from 'vitest'

import { migrationsFolder, readMigrations } from '../database/migrate.ts'
import { readText } from '../io/files.ts'
import { migrationBreaches, ruleNames, smallTables } from './migration-rules.ts'

/**
 * The last file that was written before anybody had rows to lock. Until then only the header and
 * the transaction count; whatever comes after it is held to everything.
 */
const BEFORE_ANY_INSTALLATION = 19

const always = /: (header|transaction|trigger|fact): /

/** What stood in files before the insides of `do` blocks counted, and every table not small. */
const stoodBefore = [
  '0022_figures_from_indexes.sql: large-index: ',
  '0023_references_from_an_index.sql: large-index: ',
  '0026_staff_purchases.sql: validated: ',
  '0032_refund_lines.sql: large-index: ',
]

it('every migration lets the version before it go on serving', async () => {
  const { numbered } = await readMigrations()
  expect(numbered.length).toBeGreaterThan(15)
  const breaches = numbered.flatMap((file) => {
    const found = migrationBreaches(file)
    return Number(file.name.slice(0, 4)) > BEFORE_ANY_INSTALLATION
      ? found.filter((breach) => !stoodBefore.some((known) => breach.startsWith(known)))
      : found.filter((breach) => always.test(breach))
  })
  expect(breaches).toEqual([])
})

it('the small tables are tables', async () => {
  const schema = (await readText(`${migrationsFolder}/schema.sql`)) ?? ''
  expect(smallTables.filter((table) => !schema.includes(`create table ${table} (`))).toEqual([])
})

const header = '-- One column more. Older code runs on it.\n'
const breached = (sql: string) =>
  migrationBreaches({ name: '0099_x.sql', text: `${header}${sql}` }).map((breach) =>
    breach.split(': ').slice(1, 2).join(),
  )

describe('a migration is refused', () => {
  const refused: [string, string][] = [
    ['transaction', 'begin; alter table logs add column x int; commit;'],
    ['concurrently', 'create index concurrently logs_x on logs (x);'],
    ['trigger', 'create trigger t after insert on logs execute function f();'],
    ['fact', `update events set data = '{}';`],
    ['fact', 'alter table events drop column data;'],
    ['fact', 'alter table events drop data;'],
    ['fact', `update public.events set data = '{}';`],
    ['fact', `with x as (select 1) update events set data = '{}';`],
    ['fact', 'merge into events using carts on true when matched then delete;'],
    ['large-index', 'create index messages_x on messages (state);'],
    ['large-index', 'create index on a_table_that_nobody_has_called_small (state);'],
    ['large-index', 'create unique index on sales_days_v1_1 (day);'],
    ['contract', 'alter table carts drop column lines;'],
    ['contract', 'alter table carts drop lines;'],
    ['contract', 'alter table if exists only public.carts drop if exists lines;'],
    ['contract', 'alter table carts add column x int, drop lines;'],
    ['contract', 'alter table carts rename column lines to rows;'],
    ['contract', 'alter table carts rename to baskets;'],
    ['contract', 'drop table carts;'],
    ['contract', 'drop view sales;'],
    ['type', 'alter table carts alter column version type bigint;'],
    ['type', 'alter table carts alter version type bigint;'],
    ['type', 'alter table carts alter "version" set data type bigint;'],
    ['not-null', 'alter table carts alter column lines set not null;'],
    ['not-null', 'alter table carts add column x text not null;'],
    ['not-null', 'alter table carts add x text not null;'],
    ['not-null', 'alter table carts alter lines set not null;'],
    ['not-null', 'alter table carts add x numeric(9, 2) not null, add y int default 1;'],
    ['rewrite', 'alter table carts add column x timestamptz not null default clock_now();'],
    ['rewrite', 'alter table carts add x timestamptz not null default clock_now();'],
    ['rewrite', 'alter table carts add column x float default (random());'],
    ['rewrite', 'alter table carts add column x bigserial;'],
    ['rewrite', 'alter table carts add column x smallserial;'],
    ['rewrite', 'alter table carts add x serial8;'],
    ['rewrite', 'alter table carts add column x text generated always as (lower(y)) stored;'],
    ['validated', 'alter table carts add constraint c check (version > 0);'],
    ['validated', 'alter table carts add check (version > 0);'],
    ['validated', 'alter table carts add unique (version);'],
    ['validated', 'alter table carts add x int references people;'],
    ['validated', 'alter table carts add x int check (x > 0), add y int;'],
    ['validated', 'alter table people add column age int check (age > 0);'],
    ['validated', 'alter table carts add column person_id uuid references people;'],
    ['backfill', 'do $$ begin update carts set version = 1; end $$;'],
    ['fact', `do $$ begin if a then update events set data = '{}'; end if; end $$;`],
    ['transaction', 'do $$ begin insert into carts select 1; commit; end $$;'],
    [
      'large-index',
      `do $$ declare t text; begin for t in select 1 loop
         execute format('create index on %I (day)', t); end loop; end $$;`,
    ],
    ['validated', 'alter table carts add constraint c foreign key (p) references people;'],
    ['backfill', 'update carts set version = 1;'],
    ['backfill', `delete from messages where state = 'sent';`],
    ['backfill', 'with gone as (delete from carts returning *) insert into k select 1;'],
    ['backfill', 'merge into carts using people on true when matched then delete;'],
    ['backfill', 'do $$ begin for r in update carts set n = 1 returning n loop end loop; end $$;'],
    ['lock', 'lock table carts in exclusive mode;'],
    ['lock', 'lock carts in exclusive mode;'],
    ['needs', '-- allowed: contract: nobody reads it any more\nalter table carts drop column n;'],
    ['needs', '-- needs the version before\nselect 1;'],
  ]

  it.each(refused)('%s: %s', (rule, sql) => expect(breached(sql)).toContain(rule))

  it('for every rule there is', () =>
    expect([...new Set(['header', 'long', ...refused.map(([rule]) => rule)])].toSorted()).toEqual(
      ruleNames.toSorted(),
    ))

  it('when its header says nothing of older code', () =>
    expect(
      migrationBreaches({ name: '0099_x.sql', text: '-- One column more.\nselect 1;' }),
    ).toEqual([expect.stringContaining('0099_x.sql: header: ')]))
})

describe('a migration is let through', () => {
  it.each([
    'create table fresh (n int not null default f()); create index on fresh (n);',
    'create table fresh (n int); alter table fresh add constraint c check (n > 0);',
    'alter table messages add column note text;',
    `alter table messages add column kind text not null default 'plain';`,
    'alter table messages add constraint c check (tries >= 0) not valid;',
    'alter table messages validate constraint c;',
    'alter table messages drop constraint messages_state_check;',
    'alter table messages alter column type set default 1, add serial_number text;',
    'alter table messages alter column note drop not null, alter note drop default;',
    `alter table messages add note text, add kind text not null default 'plain';`,
    'alter table messages add constraint c check (f(a, (b))) not valid;',
    'alter table messages add constraint c foreign key (p) references people not valid;',
    'create table public.fresh (n int); alter table fresh add x int not null;',
    'create table fresh (n int); with x as (select 1) update fresh set n = 1;',
    'select 1 from carts for update; select 1 from carts for no key update;',
    'insert into carts values (1) on conflict (n) do update set n = 1;',
    'create table fresh (n int references people on update cascade on delete cascade);',
    'grant select, update on carts to qura_app;',
    'create index skus_x on skus (version);',
    'drop index carts_x;',
    `-- drop table carts; begin;\ninsert into settings values ('drop table carts; begin');`,
    `do $$ begin perform set_config('a', 'b', true); end $$;`,
    'create or replace view sales as select 1 as n;',
    '-- needs 0041: programs before it read the column.\nselect 1;',
  ])('%s', (sql) => expect(breached(sql)).toEqual([]))

  it('with a reason of its own, and not with an empty one', () => {
    const allowed = (reason: string) => () =>
      breached(`-- allowed: lock: ${reason}\nlock table carts;`)
    expect(allowed('nobody has carts before version 2')()).toEqual([])
    expect(allowed('x')).toThrow('no reason')
  })
})
