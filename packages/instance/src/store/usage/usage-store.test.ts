import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteEngine } from '../../engines/sqlite/sqlite-engine.ts'
import { openUsageStore } from './usage-store.ts'
import { usageTables } from './usage-tables.ts'

test('a file of an earlier version keeps its counts, and calls to services of the instance as those of the console', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-usage-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = new DatabaseSync(`${folder}/usage.db`)
  for (const sql of usageTables(sqliteEngine.store)) file.exec(sql)
  file.exec(
    "insert into usage_target (service, resource, verb) values ('db', '_table', 'GET'), ('system', 'role', 'GET')",
  )
  file.exec('pragma user_version = 1')
  file.close()
  for (const _start of ['first', 'second']) {
    const store = await openUsageStore(folder, { engine: sqliteEngine } as never)
    const rows = await store.statements.all('select id, service, own from usage_target order by id', [])
    expect(rows.map((row) => ({ ...(row as object) }))).toEqual([
      { id: 1, service: 'db', own: 0 },
      { id: 2, service: 'system', own: 1 },
    ])
    await store.close()
  }
})
