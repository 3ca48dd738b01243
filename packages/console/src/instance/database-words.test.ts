import { expect, test } from 'vitest'
import { parseDatabaseError } from './database-words.ts'

const sql = '(Connection: sqlite, SQL: insert into "role" ("name") values (x))'

test.each([
  [`SQLSTATE[23000]: Integrity constraint violation: 19 UNIQUE constraint failed: role.name ${sql}`, 'name', 'in use'],
  [
    "SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry 'x' for key 'role.role_name_unique' (SQL: insert)",
    'name',
    'in use',
  ],
  [
    'SQLSTATE[23505]: Unique violation: 7 ERROR: duplicate key value violates unique constraint "role_name_unique"\nDETAIL: Key (name)=(x) already exists. (SQL: insert)',
    'name',
    'in use',
  ],
  [
    `SQLSTATE[23000]: Integrity constraint violation: 19 NOT NULL constraint failed: scheduler_tasks.service_id ${sql}`,
    'service_id',
    'required',
  ],
  ['SQLSTATE[23502]: Not null violation: 7 ERROR: null value in column "name" of relation "role"', 'name', 'required'],
  ["SQLSTATE[23000]: 1062 Duplicate entry 'x' for key 'any' (SQL: insert)", null, 'in use'],
])('%s', (text, column, words) => {
  const read = parseDatabaseError(text)
  expect(read?.column).toBe(column)
  expect(read?.message).toMatch(new RegExp(`is (?:already )?${words}\\.$`))
})

test('omits the statement and codes from any other error', () => {
  const text =
    'SQLSTATE[08006] [7] connection to server failed: password authentication failed (Connection: pgsql, SQL: SELECT 1)'
  expect(parseDatabaseError(text)).toEqual({
    message: 'connection to server failed: password authentication failed',
    column: null,
  })
  expect(parseDatabaseError('name is required.')).toBeNull()
})
