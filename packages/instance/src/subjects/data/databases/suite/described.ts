import type { DescribedField, DescribedTable } from '../../../../records/described-table.ts'
import { byApiName } from '../../../../records/names.ts'

/** A field like that of a plain column, for tests that work on descriptions. */
export function fieldOf(name: string, more: Partial<DescribedField> = {}): DescribedField {
  return { ...plain, name, apiName: more.alias ?? name, label: name, ...more }
}

/** A table with these fields, of which `keys` are the primary key. */
export function tableOf(
  name: string,
  fields: readonly DescribedField[],
  more: Partial<DescribedTable> = {},
): DescribedTable {
  const relations = more.relations ?? []
  return {
    table: { schema: null, name },
    name,
    apiName: more.alias ?? name,
    alias: null,
    label: name,
    plural: name,
    description: null,
    isView: false,
    primaryKey: fields.filter(({ isPrimaryKey }) => isPrimaryKey),
    nameField: null,
    fields,
    fieldByName: byApiName('fields', fields),
    relations,
    relationByName: byApiName('relations', relations),
    ...more,
  }
}

const plain: DescribedField = {
  name: '',
  apiName: '',
  alias: null,
  label: '',
  description: null,
  type: 'string',
  dbType: null,
  length: null,
  precision: null,
  scale: null,
  default: null,
  required: false,
  allowNull: true,
  fixedLength: false,
  supportsMultibyte: false,
  autoIncrement: false,
  generated: false,
  isPrimaryKey: false,
  isUnique: false,
  isIndex: false,
  isForeignKey: false,
  refTable: null,
  refField: null,
  refOnUpdate: null,
  refOnDelete: null,
  picklist: null,
  validation: null,
  dbFunctions: [],
  isVirtual: false,
  isAggregate: false,
}
