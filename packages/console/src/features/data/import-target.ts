import type { FieldReading, ImportField, ImportTarget } from '../../widgets/transfer/import/import-target.ts'
import { StoredCheck } from '../../widgets/transfer/import/stored-check.ts'
import { changeSet } from './change-set.ts'
import { kindOf, labelOf, readOnlyReason } from './field-kind.ts'
import { readValue } from './field-values.ts'
import { dataMessages } from './messages.ts'
import { storedQuestions } from './stored-questions.ts'
import type { TableDescription } from './table-description.ts'
import type { TablePlace, WireField } from './wire-table.ts'
import { writeWithBinary } from './write-with-binary.ts'

/** Returns a table as the target of an import. */
export function tableTarget(place: TablePlace, table: TableDescription): ImportTarget {
  const { key, fields } = table
  const set = changeSet('import')
  return {
    title: dataMessages.importTitle({ table: table.name }),
    one: dataMessages.oneRecord,
    many: dataMessages.manyRecords,
    fields: fields.filter((field) => readOnlyReason(field) === null || key.includes(field.name)).map(importField),
    key,
    empty: 'null',
    keep: 'good',
    mostTogether: 5000,
    look: (plan, unit) => new StoredCheck(storedQuestions(place, table, plan), plan, unit),
    write: async ({ records, mode, keep, signal }) => {
      const params = { ...(keep === 'all' ? { rollback: true } : { continue: true }), ...set }
      await writeWithBinary({ verb: mode === 'create' ? 'POST' : 'PATCH', place, records, params, signal }, table)
    },
  }
}

function importField(field: WireField): ImportField {
  const takesNull = field.allow_null !== false
  return {
    name: field.name,
    label: labelOf(field),
    hint: field.type ?? 'string',
    required: Boolean(field.required) && readOnlyReason(field) === null,
    none: takesNull ? 'null' : field.auto_increment ? 'left-out' : 'refused',
    emptyIsNull: takesNull,
    isNumber: ['integer', 'decimal'].includes(kindOf(field)),
    read: (text): FieldReading => readValue(field, text),
  }
}
