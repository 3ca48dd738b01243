import type { ImportPlan } from '../../widgets/import/import-target.ts'
import { kindOf, labelOf } from './field-kind.ts'
import { dataMessages } from './messages.ts'
import { recordNames, type TableDescription } from './table-description.ts'
import type { TablePlace, WireField } from './wire-table.ts'

/** Something that can be asked of the stored records about the values of rows before they are sent. */
export interface StoredQuestion {
  /** `reference`, `present`: there has to be a record with these values; `new`: there may be none. */
  readonly wants: 'reference' | 'present' | 'new'
  readonly place: TablePlace
  /** Fields of the rows. */
  readonly fields: readonly WireField[]
  /** What the stored records call them. */
  readonly stored: readonly string[]
  /** Whether a record of the file itself may be what a later one refers to. */
  readonly ownRows: boolean
  /** What is asked, for people. */
  readonly words: string
}

/**
 * What to look up for a plan: whether records that are referred to exist, whether what has to be unique is new, whether records
 * to update are there. Only values that have one spelling are asked for, as others would be missed.
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
    parts: Partial<StoredQuestion> = {},
  ): readonly StoredQuestion[] => {
    const stored = fields.map(({ name }) => name)
    return fields.every(hasOneSpelling) ? [{ wants, place, fields, stored, ownRows: false, words, ...parts }] : []
  }
  const key = table.fields.filter(({ name }) => table.key.includes(name))
  const keyWords = key.map(labelOf).join(', ')
  const wholeKey = key.length > 0 && key.every((field) => mapped.includes(field))
  const unique = mapped.filter((field) => field.is_unique && !(key.length === 1 && key.includes(field)))
  return [
    ...(wholeKey && mode === 'update'
      ? ask('present', key, dataMessages.recordsToUpdateAreFound({ fields: keyWords }))
      : []),
    ...(wholeKey && mode === 'create' ? ask('new', key, dataMessages.isNewInTheTable({ fields: keyWords })) : []),
    ...mapped.filter(refers).flatMap((field) => {
      const other = { service: place.service, table: field.ref_table ?? '' }
      const own = other.table === place.table
      const [refField = 'id'] = own ? recordNames(table, field.ref_field) : [field.ref_field || 'id']
      const ownRows = own && mode === 'create' && mapping.includes(refField)
      const words = dataMessages.whatRefersToIsIn({ field: labelOf(field), table: other.table })
      return ask('reference', [field], words, { place: other, stored: [refField], ownRows })
    }),
    ...unique.flatMap((field) => ask('new', [field], dataMessages.isNewInTheTable({ fields: labelOf(field) }))),
  ]
}

function refers(field: WireField): boolean {
  return Boolean(field.ref_table) && (field.type?.toLowerCase() === 'reference' || field.is_foreign_key === true)
}

function hasOneSpelling(field: WireField): boolean {
  return ['integer', 'line', 'lines'].includes(kindOf(field)) || field.type?.toLowerCase() === 'uuid'
}
