import type { RawDefault } from '@millwright/connector/engine/catalog'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import {
  type DbFunctionUse,
  type DbFunctionVerb,
  dbFunctionVerbs,
  type FieldValidation,
} from '@millwright/contract/wire/table-schema'
import { type FieldDraft, ItemReader } from './drafts.ts'
import { readName } from './names.ts'
import { onePiece } from './sql-words.ts'

/** Reads a field as sent; `named`: its name in the URL, if any. Throws 400 with the name of the field. */
export function readFieldDraft(value: unknown, named?: string): FieldDraft {
  const name = readName(value, 'field', named)
  const item = new ItemReader(value, `Field '${name}'`)
  const type = item.text('type')
  const oldForm = type?.toLowerCase() === 'virtual' ? oldFunction(item) : null
  const isVirtual = type?.toLowerCase() === 'virtual' ? true : item.flag('is_virtual')
  return {
    name,
    type: oldForm === null ? type : oldForm.type,
    dbType: item.text('db_type'),
    length: item.whole('length', 'size'),
    precision: item.whole('precision'),
    scale: item.whole('scale', 'decimals'),
    default: readDefault(item, name),
    allowNull: item.flag('allow_null'),
    fixedLength: item.flag('fixed_length'),
    multibyte: item.flag('supports_multibyte'),
    autoIncrement: item.flag('auto_increment'),
    isPrimaryKey: item.flag('is_primary_key'),
    isUnique: item.flag('is_unique'),
    isIndex: item.flag('is_index'),
    isForeignKey: item.flag('is_foreign_key'),
    refTable: item.text('ref_table'),
    refField: item.text('ref_field') ?? item.text('ref_fields'),
    refOnUpdate: readAction(item, 'ref_on_update'),
    refOnDelete: readAction(item, 'ref_on_delete'),
    extras: {
      alias: item.text('alias'),
      label: item.text('label'),
      description: item.text('description'),
      picklist: readPicklist(item),
      validation: readValidation(item),
      clientInfo: readClientInfo(item),
      dbFunctions: oldForm?.functions ?? readFunctions(item),
      isVirtual,
      isAggregate: oldForm?.isAggregate ?? item.flag('is_aggregate'),
    },
  }
}

function readDefault(item: ItemReader, name: string): RawDefault | null | undefined {
  const value = item.get('default')
  if (value === undefined || value === null) return value
  if (typeof value === 'string' || typeof value === 'boolean') return { literal: value }
  if (typeof value === 'number' || typeof value === 'bigint') return { literal: String(value) }
  if (isRecord(value) && typeof value.expression === 'string') {
    return { expression: onePiece(value.expression, `The default of field '${name}'`) }
  }
  throw item.refusal('\'default\' must be a text, a number, true, false, null or {"expression":"…"}')
}

const actions = new Set(['CASCADE', 'SET NULL', 'SET DEFAULT', 'RESTRICT', 'NO ACTION'])

/** Reads the action of a reference on a change of its target, as an SQL keyword. */
export function readAction(item: ItemReader, name: string): string | null | undefined {
  const action = item.text(name)?.trim().replace(/\s+/g, ' ').toUpperCase()
  if (action === undefined) return item.text(name) === null ? null : undefined
  if (actions.has(action)) return action
  throw item.refusal(`'${name}' must be one of ${[...actions].join(', ')}`)
}

function readPicklist(item: ItemReader): readonly string[] | null | undefined {
  const value = item.get('picklist')
  if (value === undefined || value === null) return value
  const items = typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value
  if (!Array.isArray(items)) throw item.refusal("'picklist' must be a list of texts")
  const texts = items.map((each) => {
    if (typeof each === 'string' || typeof each === 'number') return String(each)
    throw item.refusal("'picklist' must be a list of texts")
  })
  const filled = texts.filter((each) => each !== '')
  return filled.length === 0 ? null : filled
}

/** Reads rules by name. PHP serializes an empty object as an empty list. */
function readValidation(item: ItemReader): FieldValidation | null | undefined {
  const value = item.json('validation')
  if (value === undefined || value === null) return value
  if (Array.isArray(value) && value.length === 0) return null
  if (!isRecord(value)) throw item.refusal("'validation' must be an object of rules")
  const rules: FieldValidation = {}
  for (const [rule, settings] of Object.entries(value)) {
    const fits = settings === null || typeof settings === 'boolean' || Array.isArray(settings) || isRecord(settings)
    if (!fits) throw item.refusal(`the settings of the rule '${rule}' must be an object`)
    rules[rule] = settings
  }
  return Object.keys(rules).length === 0 ? null : rules
}

function readClientInfo(item: ItemReader): string | null | undefined {
  const value = item.get('client_info')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : item.text('client_info')
}

function readFunctions(item: ItemReader): readonly DbFunctionUse[] | null | undefined {
  const list = item.list('db_function')
  if (list === undefined || list === null) return list
  return list.length === 0 ? null : list.map((each) => readFunction(item, each))
}

function readFunction(item: ItemReader, value: unknown): DbFunctionUse {
  if (!isRecord(value) || typeof value.function !== 'string' || value.function.trim() === '') {
    throw item.refusal("each 'db_function' needs a 'function'")
  }
  const verbNames = Array.isArray(value.use) ? value.use : typeof value.use === 'string' ? value.use.split(',') : []
  const use = verbNames.map((each): DbFunctionVerb => {
    const verb = dbFunctionVerbs.find((known) => known === String(each).trim().toUpperCase())
    if (verb === undefined) throw item.refusal(`'use' of a 'db_function' must be of ${dbFunctionVerbs.join(', ')}`)
    return verb
  })
  return {
    use,
    function: onePiece(value.function, `The function ${JSON.stringify(value.function)}`),
    function_type: 'database',
  }
}

/** Reads the older form of a virtual field: `{"type":"integer","function":"count(*)","aggregate":true}`. */
function oldFunction(item: ItemReader) {
  const value = item.json('db_function')
  if (!isRecord(value)) return { type: null, functions: readFunctions(item), isAggregate: item.flag('is_aggregate') }
  const { type, aggregate } = value
  return {
    type: typeof type === 'string' ? type : null,
    functions: [readFunction(item, { use: ['SELECT', 'FILTER'], ...value })],
    isAggregate: aggregate === true,
  }
}

/** Throws for names that occur twice, as the field would be written twice. */
export function assertDistinct(fields: readonly FieldDraft[]): void {
  const seen = new Set<string>()
  for (const { name } of fields) {
    const key = name.toLowerCase()
    if (seen.has(key)) throw new Problem(400, `The field '${name}' is defined twice.`)
    seen.add(key)
  }
}
