import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestStore } from '../testing/test-store.ts'

/** What is asked of tables that grow without an administrator noticing, or once for each of thousands of records. */
const asked = {
  'changes of one record': `select * from audit where resource = 'role' and record_id = '7' order by id desc limit 51`,
  'changes of a part': `select * from audit where owner_resource = 'role' and owner_id = '7' order by id desc limit 51`,
  'changes of one write': `select * from audit where write_id = 'x' and id <> 7 order by id limit 50`,
  'users who signed in last': `select * from "user" where is_sys_admin = 0 order by last_login_date desc limit 51`,
  'services that name others': `select * from service where type in ('mcp', 'nodejs') and lower(config) like '%x%'`,
} as const

test.each(Object.entries(asked))('%s are found by an index', async (_name, statement) => {
  const { store, close } = await openTestStore('sqlite')
  onTestFinished(close)
  const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(store.db)
  const steps = plan.rows.map(({ detail }) => detail)
  expect(steps.join('\n')).toMatch(/USING (?:COVERING )?INDEX/)
  expect(steps.join('\n')).not.toMatch(/^SCAN|TEMP B-TREE/m)
})
