import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { workshopRows } from './workshop-rows.ts'
import { workshopTables } from './workshop-tables.ts'

/** Makes the sample database at `file`, whole or not at all; leaves a file that is there alone. */
export function makeSample(file: string): void {
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  const database = new DatabaseSync(draft)
  try {
    // Nobody sees the draft before it is whole.
    database.exec('pragma journal_mode = off; pragma foreign_keys = on; begin')
    database.exec(workshopTables)
    for (const { table, rows } of workshopRows()) {
      const places = rows[0]?.map(() => '?').join(', ')
      const insert = database.prepare(`insert into ${table} values (${places})`)
      for (const row of rows) insert.run(...row)
    }
    database.exec('commit')
  } finally {
    database.close()
  }
  renameSync(draft, file)
}
