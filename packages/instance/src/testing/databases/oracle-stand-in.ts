import type { OracleAnswer, OracleColumn, OracleDriver, OracleLine } from '../../engines/oracle/oracle-driver.ts'
import type { DatabaseRow } from '../../engines/statement.ts'

/** What a statement is answered with: the rows of the shapes that a server gives, or what the driver throws. */
export type OracleReply = OracleAnswer | Error

/** In the place of Oracle's driver: keeps what it is asked, and answers what a test says. */
export interface OracleStandIn {
  readonly driver: OracleDriver
  /** Texts of the statements so far, `COMMIT` and `ROLLBACK` among them, but for those that read the catalogue and set the session up. */
  readonly statements: string[]
  /** The values of these, in the same places. */
  readonly values: (readonly unknown[])[]
  /** Statements of sessions that begin, and where connections were made to. */
  readonly sessions: string[]
  readonly addresses: string[]
  /** Of the next statements that have this text in them. */
  reply(part: string, answer: OracleReply): void
}

const constants = Object.fromEntries(
  [
    ...['OUT_FORMAT_OBJECT', 'STRING', 'BUFFER', 'DB_TYPE_NUMBER', 'DB_TYPE_DATE', 'DB_TYPE_TIMESTAMP'],
    ...['DB_TYPE_TIMESTAMP_TZ', 'DB_TYPE_TIMESTAMP_LTZ', 'DB_TYPE_CLOB', 'DB_TYPE_NCLOB', 'DB_TYPE_BLOB'],
  ].map((name) => [name, name]),
) as Omit<OracleDriver, 'getConnection'>

/** `refuses`: what every attempt to connect is answered with. `catalogue`: rows by the view that is read, and `references`. */
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

/** Numbers as the server prints them, by way of what the connection makes of them. */
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

/** As the driver throws what the server says. */
export function oracleError(code: string, sentence: string): Error {
  return Object.assign(new Error(`${code}: ${sentence}\nHelp: a page about ${code}`), { code })
}
