import type { DatabaseRow } from '@millwright/connector/engine/statement'
import type { OracleAnswer, OracleColumn, OracleDriver, OracleLine } from '../../engines/oracle/oracle-driver.ts'

/** The result of a statement: rows in the shapes that a server returns, or an error for the driver to throw. */
export type OracleReply = OracleAnswer | Error

/** A stand-in for Oracle's driver: records statements and returns what a test sets. */
export interface OracleStandIn {
  readonly driver: OracleDriver
  /** Statements so far, including `COMMIT` and `ROLLBACK`, without those that read the catalog or set up sessions. */
  readonly statements: string[]
  /** Parameters of these statements, at the same indexes. */
  readonly values: (readonly unknown[])[]
  /** Setup statements of sessions, and addresses of connections. */
  readonly sessions: string[]
  readonly addresses: string[]
  /** Sets the result of the next statements that contain `part`. */
  reply(part: string, answer: OracleReply): void
}

const constants = Object.fromEntries(
  [
    'OUT_FORMAT_OBJECT',
    'STRING',
    'BUFFER',
    'DB_TYPE_NUMBER',
    'DB_TYPE_DATE',
    'DB_TYPE_TIMESTAMP',
    'DB_TYPE_TIMESTAMP_TZ',
    'DB_TYPE_TIMESTAMP_LTZ',
    'DB_TYPE_CLOB',
    'DB_TYPE_NCLOB',
    'DB_TYPE_BLOB',
  ].map((name) => [name, name]),
) as Omit<OracleDriver, 'getConnection'>

/** `refuses`: rejects every attempt to connect with this error. `catalogue`: rows by the view that is read, and `references`. */
export function oracleStandIn(
  catalogue: Readonly<Record<string, readonly DatabaseRow[]>> = {},
  refuses: Error | null = null,
): OracleStandIn {
  const [statements, values, sessions, addresses]: [string[], (readonly unknown[])[], string[], string[]] = [
    [],
    [],
    [],
    [],
  ]
  const replies: [string, OracleReply][] = []
  const note = (text: string, bound: readonly unknown[] = []) => {
    statements.push(text)
    values.push(bound)
  }
  const answerTo = (sql: string): OracleReply =>
    replies.find(([part]) => sql.includes(part))?.[1] ?? { rowsAffected: 0 }
  const line = (): OracleLine => ({
    callTimeout: 0,
    async execute(sql, bound, options) {
      const view = /FROM (ALL_\w+)/.exec(sql)?.[1]
      if (view !== undefined) return { rows: catalogue[sql.includes('R_CONSTRAINT_NAME') ? 'references' : view] ?? [] }
      if (sql.startsWith('ALTER SESSION')) {
        sessions.push(sql)
        return {}
      }
      note(sql, bound)
      const answer = answerTo(sql)
      if (answer instanceof Error) throw answer
      return options.resultSet === true ? { resultSet: rowsOf(answer) } : fetched(answer, options.fetchTypeHandler)
    },
    commit: async () => note('COMMIT'),
    rollback: async () => note('ROLLBACK'),
    close: async () => {},
    isHealthy: () => true,
  })
  const driver: OracleDriver = {
    ...constants,
    async getConnection({ connectString }) {
      addresses.push(String(connectString))
      if (refuses !== null) throw refuses
      return line()
    },
  }
  return {
    driver,
    statements,
    values,
    sessions,
    addresses,
    reply: (part, answer) => void replies.unshift([part, answer]),
  }
}

function rowsOf({ rows = [] }: OracleAnswer) {
  let left = rows
  return {
    async getRows(most: number) {
      const portion = left.slice(0, most)
      left = left.slice(most)
      return portion
    },
    close: async () => {},
  }
}

type Handler = (column: OracleColumn) => { readonly converter?: (value: unknown) => unknown } | undefined

/** Converts numbers with the connection's fetch handler, as the driver would. */
function fetched(answer: OracleAnswer, handler: unknown): OracleAnswer {
  const converter = (handler as Handler)({ dbType: 'DB_TYPE_NUMBER', precision: 0, scale: 0 })?.converter
  const cell = (value: unknown) =>
    typeof value === 'string' && /^-?\d*\.?\d+$/.test(value) ? converter?.(value) : value
  return {
    ...answer,
    ...(answer.rows !== undefined && {
      rows: answer.rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)])),
      ),
    }),
  }
}

/** An error as the driver throws it for an error of the server. */
export function oracleError(code: string, sentence: string): Error {
  return Object.assign(new Error(`${code}: ${sentence}\nHelp: a page about ${code}`), { code })
}
