import type { FieldDef } from 'pg'

/** A column in `rowType` of the SQL API. */
export interface StandInColumn {
  readonly name: string
  readonly type: string
  readonly scale: number
}

type Cell = (text: string) => string

const seconds = (moment: string): string => {
  const [, whole = '', fraction = ''] = /^(.*?)(\.\d+)?$/.exec(moment) ?? []
  return `${Date.parse(`${whole.replace(' ', 'T')}Z`) / 1000}${fraction === '' ? '.000000000' : fraction.padEnd(10, '0')}`
}

/** Types of PostgreSQL by their ids, with the format of their values in the SQL API. */
const types: Readonly<Record<number, readonly [string, Cell]>> = {
  16: ['boolean', (text) => String(text === 't')],
  17: ['binary', (text) => text.slice(2)],
  20: ['fixed', String],
  21: ['fixed', String],
  23: ['fixed', String],
  700: ['real', String],
  701: ['real', String],
  1082: ['date', (text) => String(Date.parse(text) / 86_400_000)],
  1083: ['time', (text) => seconds(`1970-01-01 ${text}`)],
  1114: ['timestamp_ntz', seconds],
  // The session is in UTC.
  1184: ['timestamp_tz', (text) => `${seconds(text.replace(/\+00$/, ''))} 1440`],
  1700: ['fixed', String],
  3802: ['variant', String],
}

export function snowflakeCells(
  fields: readonly FieldDef[],
  rows: readonly (readonly (string | null)[])[],
): { columns: StandInColumn[]; rows: (string | null)[][] } {
  const known = fields.map(({ dataTypeID }) => types[dataTypeID] ?? (['text', String] as const))
  const columns = fields.map(({ name, dataTypeID, dataTypeModifier }, at) => ({
    name,
    type: known[at]?.[0] ?? 'text',
    scale: dataTypeID === 1700 && dataTypeModifier >= 4 ? (dataTypeModifier - 4) & 0xff_ff : 0,
  }))
  return {
    columns,
    rows: rows.map((row) => row.map((value, at) => (value === null ? null : (known[at]?.[1](value) ?? value)))),
  }
}
