import { expect, test } from 'vitest'
import { onePiece } from './sql-words.ts'

test.each([
  'int; DROP TABLE x',
  'int -- more',
  'int /* more */',
  'int, y int',
  'int) AS SELECT (1',
  'varchar(10',
  "text DEFAULT 'open",
  "text DEFAULT '\\', y int, z text DEFAULT '",
  'text DEFAULT $$a$$, y int',
  'text # more',
  'text DEFAULT `x`',
  "text DEFAULT [a'b], [c'd]",
  'int\0',
  'int @x',
  ' ',
  'x'.repeat(3000),
])('rejects more than one piece of SQL: %j', (sql) => {
  expect(() => onePiece(sql, 'It')).toThrow(/^It is not accepted as SQL: /)
})

test.each([
  'varchar(10) NOT NULL',
  "enum('a,b', 'c (d''e')",
  'decimal(10, 2) CHECK (x > 0)',
  'integer[]',
  "text DEFAULT 'it''s (open'",
  'CURRENT_TIMESTAMP',
])('accepts one piece unchanged: %s', (sql) => {
  expect(onePiece(sql, 'It')).toBe(sql)
})
