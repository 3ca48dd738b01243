import type { Settings } from '@millwright/connector/config-values'
import { commonValues } from '@millwright/connector/engine/common-dialect'
import type { ValueDialect } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { oracleDialect } from './oracle-dialect.ts'

/** The part of `oracledb` in use, in its thin mode: pure JavaScript, without the Oracle client libraries. */
export interface OracleDriver {
  getConnection(attributes: Readonly<Record<string, string | number>>): Promise<OracleLine>
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

function isDriver(candidate: unknown): candidate is OracleDriver {
  return (
    typeof candidate === 'object' &&
    candidate !== null &&
    'getConnection' in candidate &&
    typeof candidate.getConnection === 'function'
  )
}

/**
 * Session settings with which numbers, dates and times are texts in one format in both directions, whatever the settings of
 * machine and server.
 */
export const oracleSession =
  "ALTER SESSION SET TIME_ZONE = '+00:00' NLS_NUMERIC_CHARACTERS = '.,' NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS' " +
  "NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF' NLS_TIMESTAMP_TZ_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FFTZH:TZM'"

export const oracleValues: ValueDialect = {
  ...commonValues,
  booleans: (dbType) => (/^boolean/i.test(dbType) ? [true, false] : [1, 0]),
  countsCharacters: (dbType) => /^n|char\)$/i.test(dbType),
  reader(field, usual) {
    const dbType = field.dbType ?? ''
    return /^(?:date|timestamp)/i.test(dbType) ? (value) => completeMoment(usual(value), dbType) : usual
  },
  // The driver would return objects.
  selected: (column, field) =>
    /^interval/i.test(field.dbType ?? '')
      ? { sql: `TO_CHAR(${oracleDialect.quote(column)})`, write: (value) => value }
      : null,
}

const moment = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(\.\d+)?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** Adds the missing parts to a date and time so that it matches the session's format for its type. */
function completeMoment(value: BoundValue, dbType: string): BoundValue {
  const parts = typeof value === 'string' ? moment.exec(value) : null
  if (parts === null) return value
  const [, date, minutes = '00:00', seconds = '00', fraction = '.0', zone = 'Z'] = parts
  const whole = `${date} ${minutes}:${seconds}`
  if (/^date/i.test(dbType)) return whole
  return /time zone/i.test(dbType) ? `${whole}${fraction}${offsetOf(zone)}` : `${whole}${fraction}`
}

function offsetOf(zone: string): string {
  if (/^z$/i.test(zone)) return '+00:00'
  const [, hours = '', minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return `${hours}:${minutes}`
}

interface Fetching {
  readonly type?: unknown
  readonly converter?: (value: unknown) => unknown
}

/** How the driver fetches a column without losing digits: numbers that JavaScript cannot represent are fetched as text. */
export function oracleFetching(driver: OracleDriver): (column: OracleColumn) => Fetching | undefined {
  const moments = [
    driver.DB_TYPE_DATE,
    driver.DB_TYPE_TIMESTAMP,
    driver.DB_TYPE_TIMESTAMP_TZ,
    driver.DB_TYPE_TIMESTAMP_LTZ,
  ]
  return (column) => {
    if (column.dbType === driver.DB_TYPE_NUMBER)
      return { type: driver.STRING, converter: (value) => oracleNumber(value, column) }
    if (moments.includes(column.dbType)) return { type: driver.STRING, converter: oracleMoment }
    if (column.dbType === driver.DB_TYPE_CLOB || column.dbType === driver.DB_TYPE_NCLOB) return { type: driver.STRING }
    return column.dbType === driver.DB_TYPE_BLOB ? { type: driver.BUFFER } : undefined
  }
}

/** The scale of floating-point numbers. */
const floating = -127

/** Returns integers exactly and decimals as text; the server prints `.5`, which is not a JSON number. */
export function oracleNumber(value: unknown, { precision = 0, scale = 0 }: OracleColumn): unknown {
  if (typeof value !== 'string') return value
  const text = value.replace(/^(-?)\./, '$10.')
  if (scale === floating && precision !== 0) return Number(text)
  if (scale > 0 || !/^-?\d+$/.test(text)) return text
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Removes trailing zeros from fractional seconds. */
export function oracleMoment(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.replace(/\.(\d*?)0*(?=[+-]|$)/, (_, digits: string) => (digits === '' ? '' : `.${digits}`))
}
