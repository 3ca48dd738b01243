import type { Settings } from '@millwright/connector/config-values'

/** The part of `oracledb` in use, in its thin mode: pure JavaScript, without the Oracle client libraries. */
export interface OracleDriver {
  getConnection(given: Readonly<Record<string, string | number>>): Promise<OracleLine>
  readonly OUT_FORMAT_OBJECT: unknown
  readonly STRING: unknown
  readonly BUFFER: unknown
  readonly DB_TYPE_NUMBER: unknown
  readonly DB_TYPE_DATE: unknown
  readonly DB_TYPE_TIMESTAMP: unknown
  readonly DB_TYPE_TIMESTAMP_TZ: unknown
  readonly DB_TYPE_TIMESTAMP_LTZ: unknown
  readonly DB_TYPE_CLOB: unknown
  readonly DB_TYPE_NCLOB: unknown
  readonly DB_TYPE_BLOB: unknown
}

export interface OracleLine {
  /** Milliseconds per call, after which the driver asks the server to cancel it. */
  callTimeout: number
  execute(sql: string, values: readonly unknown[], options: Readonly<Record<string, unknown>>): Promise<OracleAnswer>
  commit(): Promise<void>
  rollback(): Promise<void>
  close(): Promise<void>
  isHealthy(): boolean
}

export interface OracleAnswer {
  readonly rows?: readonly Readonly<Record<string, unknown>>[] | undefined
  readonly rowsAffected?: number | undefined
  /** The address of the row that an INSERT created. */
  readonly lastRowid?: string | undefined
  readonly resultSet?: OracleRows | undefined
}

export interface OracleRows {
  getRows(most: number): Promise<readonly Readonly<Record<string, unknown>>[]>
  close(): Promise<void>
}

/** A column of a result. */
export interface OracleColumn {
  readonly dbType: unknown
  readonly precision?: number | undefined
  readonly scale?: number | undefined
}

/** The driver that the connector passes in the settings, because this program does not include one; `null` without a connector. */
export function oracleDriverIn({ driver }: Settings): OracleDriver | null {
  return isDriver(driver) ? driver : null
}

function isDriver(given: unknown): given is OracleDriver {
  return (
    typeof given === 'object' && given !== null && 'getConnection' in given && typeof given.getConnection === 'function'
  )
}
