import type {
  FieldReading,
  ImportField,
  ImportPlan,
  ImportTarget,
} from '../../widgets/transfer/import/import-target.ts'
import { t } from '../../widgets/transfer/import/messages.ts'
import { StoredCheck, type StoredQuestion } from '../../widgets/transfer/import/stored-check.ts'
import { changeSet, writeWithBinary } from './data-writes.ts'
import { kindOf, labelOf, readOnlyReason } from './field-kind.ts'
import { readValue } from './field-values.ts'
import { dataMessages } from './messages.ts'
import { recordNames, type TableDescription } from './table-description.ts'
import { readRecords, type TablePlace, type WireField } from './wire-table.ts'

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

/**
 * Returns the lookups for an import plan: whether referenced records exist, whether unique values are new, and whether records to update
 * exist. Only values with a single spelling are looked up, as others would not be found.
 */
export function storedQuestions(
  place: TablePlace,
  table: TableDescription,
  { mapping, mode }: Pick<ImportPlan, 'mapping' | 'mode'>,
): readonly StoredQuestion[] {
  const mapped = table.fields.filter(({ name }) => mapping.includes(name))
  const ask = (
    wants: StoredQuestion['wants'],
    fields: readonly WireField[],
    words: string,
    { of = place, ...parts }: Partial<Pick<StoredQuestion, 'stored' | 'ownRows'>> & { of?: TablePlace } = {},
  ): readonly StoredQuestion[] => {
    if (!fields.every(hasOneSpelling)) return []
    const names = fields.map(({ name }) => name)
    const label = fields.map(labelOf).join(', ')
    const read: StoredQuestion['read'] = async (query, signal) => (await readRecords(of, { ...query }, signal)).rows
    return [{ wants, names, label, stored: names, ownRows: false, words, where: of.table, read, ...parts }]
  }
  const key = table.fields.filter(({ name }) => table.key.includes(name))
  const keyWords = key.map(labelOf).join(', ')
  const wholeKey = key.length > 0 && key.every((field) => mapped.includes(field))
  const unique = mapped.filter((field) => field.is_unique && !(key.length === 1 && key.includes(field)))
  return [
    ...(wholeKey && mode === 'update' ? ask('present', key, t.matchedByHelp({ fields: keyWords })) : []),
    ...(wholeKey && mode === 'create' ? ask('new', key, t.isUnique({ fields: keyWords })) : []),
    ...mapped.filter(refers).flatMap((field) => {
      const other = { service: place.service, table: field.ref_table ?? '' }
      const own = other.table === place.table
      const [refField = 'id'] = own ? recordNames(table, field.ref_field) : [field.ref_field || 'id']
      const ownRows = own && mode === 'create' && mapping.includes(refField)
      const words = dataMessages.referencedTableHelp({ field: labelOf(field), table: other.table })
      return ask('reference', [field], words, { of: other, stored: [refField], ownRows })
    }),
    ...unique.flatMap((field) => ask('new', [field], t.isUnique({ fields: labelOf(field) }))),
  ]
}

function refers(field: WireField): boolean {
  return Boolean(field.ref_table) && (field.type?.toLowerCase() === 'reference' || field.is_foreign_key === true)
}

function hasOneSpelling(field: WireField): boolean {
  return ['integer', 'line', 'lines'].includes(kindOf(field)) || field.type?.toLowerCase() === 'uuid'
}
