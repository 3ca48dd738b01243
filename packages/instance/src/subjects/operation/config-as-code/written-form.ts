import { isDeepStrictEqual } from 'node:util'
import type { ConfigValues } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Column } from '../../../records/system/declared-table.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { settingsBesidesDefaults } from '../../ground/service-config/stored-config.ts'
import type { PackagedType } from '../packages/packaged-types.ts'
import type { ConfigType, Member } from './config-types.ts'
import { namesInMask } from './masks.ts'

/**
 * A record in the form of files. `row`: its values by column, references by name, and its rows by relation. Members come in the order of
 * their declaration, rows in that of what matches them, so that the same state always has the same form.
 */
export function writtenForm({ type, members, rows }: ConfigType, row: Readonly<Row>): ConfigValues {
  const values = writtenMembers(members, row, type)
  for (const { part, members: ofRow } of rows) {
    const found = row[part.relation]
    const list = (Array.isArray(found) ? found : [found])
      .filter(isRecord)
      .map((each) => writtenMembers(ofRow, each, type))
    if (list.length === 0) continue
    values[part.as] = part.single ? list[0] : list.toSorted(byMatch(part.sameBy ?? ['name'], ofRow))
  }
  return values
}

function writtenMembers(members: readonly Member[], row: Readonly<Row>, type: PackagedType): Row {
  const values: Row = {}
  for (const { name, column } of members) {
    const value = writtenValue(column, row, type)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** `undefined` for defaults, and for values that are left out. */
function writtenValue(column: Column, row: Readonly<Row>, type: PackagedType): unknown {
  const { name, field, merges } = column
  const value = row[name] ?? null
  if (merges && isRecord(value)) {
    const settings = settingsBesidesDefaults(type.settingsOf(String(row.type)), value)
    return Object.keys(settings).length === 0 ? undefined : settings
  }
  if (isDeepStrictEqual(value, field.default ?? null)) return undefined
  return field.mask === undefined ? value : namesInMask(field.mask, Number(value))
}

function byMatch(columns: readonly string[], members: readonly Member[]) {
  const names = columns.map((column) => members.find((member) => member.column.name === column)?.name ?? column)
  const keyOf = (row: Row) => `${JSON.stringify(names.map((name) => row[name] ?? null))} ${JSON.stringify(row)}`
  return (one: Row, other: Row) => (keyOf(one) < keyOf(other) ? -1 : 1)
}
