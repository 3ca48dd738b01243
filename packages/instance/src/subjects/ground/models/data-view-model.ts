import { dataViewFields } from '@millwright/contract/records/data-view'
import { isRecord } from '@millwright/contract/wire/is-record'
import { declareTable } from '../../../records/system/declared-table.ts'

const ofOther = (column: string, table: string, key: string) =>
  `(SELECT "other"."${column}" FROM "${table}" AS "other" WHERE "other"."id" = "data_view"."${key}")`

/** Saved queries of tables (docs/wire/data-views.md). */
export const dataView = declareTable({
  table: 'data_view',
  label: 'Data View',
  fields: dataViewFields,
  authority: {
    columns: {
      service_id: { names: 'service' },
      table: 'decides',
      name: 'plain',
      filter: 'decides',
      fields: 'decides',
      order: 'decides',
      shared: 'plain',
    },
  },
  columns: {
    service_id: { references: 'service' },
    service: { stored: false, select: ofOther('name', 'service', 'service_id') },
    owner: { stored: false, select: ofOther('name', 'user', 'owner_id') },
    filter: { check: (value) => (isConditions(value) ? null : `filter ${ofConditions}`) },
    fields: { check: (value) => (isNames(value) ? null : 'fields must be a list of 1 to 1000 names.') },
  },
})

const maxConditions = 50
const maxNames = 1000
/** Maximum characters of a name or value. */
const longest = 500
const ofConditions = `must be a list of at most ${maxConditions} conditions, each with field, operator and value.`

const isText = (value: unknown) => typeof value === 'string' && value.length <= longest && !value.includes('\0')

function isConditions(value: unknown): boolean {
  return Array.isArray(value) && value.length <= maxConditions && value.every(isCondition)
}

function isCondition(value: unknown): boolean {
  if (!isRecord(value)) return false
  const members = ['field', 'operator', 'value']
  return members.every((name) => isText(value[name])) && Object.keys(value).length === members.length
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.length <= maxNames && value.every(isText)
}
