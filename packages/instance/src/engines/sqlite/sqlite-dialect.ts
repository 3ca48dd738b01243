import { identifier, jsonList, listed, standardClock } from '@millwright/connector/engine/common-dialect'
import type { Dialect } from '@millwright/connector/engine/engine'
import { sqliteMoments } from './sqlite-moments.ts'

export const sqliteDialect: Dialect = {
  quote,
  table: ({ name }) => quote(name),
  placeholder: () => '?',
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysetFromOffset: null,
  returning: { insert: 'returning', update: 'returning', delete: 'returning' },
  nextNumber: null,
  // The pages of small files only, because each of them is visited.
  tableFigures: {
    sql: `SELECT m.tbl_name AS name, SUM(s.pgsize) AS bytes FROM pragma_page_count p CROSS JOIN dbstat s
      JOIN sqlite_schema m ON m.name = s.name WHERE p.page_count <= 2500 AND s.aggregate = TRUE GROUP BY m.tbl_name`,
    values: [],
  },
  returnsInsertedId: true,
  insertedIdStep: null,
  insertsTogether: false,
  emptyInsert: 'default values',
  transactions: true,
  failureEndsTransaction: false,
  schemas: null,
  longestName: { most: 255, unit: 'characters', size: (name) => name.length },
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  wildcards: /[\\%_]/g,
  isText: () => true,
  asText: (expression) => `CAST(${expression} AS TEXT)`,
  incomparable: new Set(),
  unsortable: new Set(),
  operand: (placeholder) => placeholder,
  among: {
    families: new Set([...listed, 'any']),
    sql: (expression, placeholder, family) =>
      family === 'any'
        ? isOneOf(expression, `SELECT value FROM json_each(${placeholder})`)
        : `${expression} IN (SELECT value FROM json_each(${placeholder}))`,
    list: jsonList,
  },
  moments: sqliteMoments,
  untyped: {
    equals: (expression, placeholder) => isOneOf(expression, `SELECT ${placeholder}`),
    // A comparison with a value without affinity converts nothing, so that every number would be less than every text.
    compares: (expression, operator, bind) =>
      `CASE WHEN typeof(${expression}) IN ('integer', 'real') THEN CAST(${expression} AS NUMERIC) ${operator} ${bind()}` +
      ` ELSE ${expression} ${operator} CAST(${bind()} AS TEXT) END`,
  },
  clock: { ...standardClock, LOCALTIMESTAMP: "datetime('now', 'localtime')", UTC_TIMESTAMP: 'CURRENT_TIMESTAMP' },
  maxValues: 32_766,
  booleans: false,
  rowLock: { hint: '', clause: '' },
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO ${quote(name)}`,
    release: (name) => `RELEASE ${quote(name)}`,
  },
}

/** The values as texts, those that look like numbers also as numbers, and the words of booleans as 1 and 0. Can use an index. */
function isOneOf(expression: string, values: string): string {
  return `${expression} IN (WITH given(v) AS (${values}) SELECT CAST(v AS TEXT) FROM given
    UNION ALL SELECT CAST(v AS NUMERIC) FROM given WHERE CAST(v AS NUMERIC) = v
    UNION ALL SELECT lower(v) = 'true' FROM given WHERE lower(v) IN ('true', 'false'))`
}

function quote(name: string): string {
  return identifier(name, '"', '"')
}
