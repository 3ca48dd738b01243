import type { DbFunctionUse, FieldDefault, FieldSchema } from '@millwright/contract/wire/table-schema'
import { jsonOf, parseJson } from '../../widgets/code/code-editor/json-text.ts'
import { type DraftLabels, sameValue } from '../../widgets/form/editor-frame/draft.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { type DbFunctionForm, type FieldForm, literalOf, manualType, openProperties } from './field-form.ts'
import { schemaMessages } from './messages.ts'
import { emptyField } from './schema-queries.ts'

export const fieldLabels = {
  name: tabWords.name,
  alias: schemaMessages.alias,
  label: schemaMessages.label,
  description: tabWords.description,
  is_virtual: schemaMessages.isVirtual,
  is_aggregate: schemaMessages.isAggregate,
  type: schemaMessages.type,
  db_type: schemaMessages.databaseType,
  length: schemaMessages.length,
  precision: schemaMessages.precision,
  scale: schemaMessages.scale,
  fixed_length: schemaMessages.fixedLength,
  supports_multibyte: schemaMessages.supportsMultibyte,
  allow_null: schemaMessages.allowNull,
  auto_increment: schemaMessages.autoIncrement,
  default: schemaMessages.defaultValue,
  computed: schemaMessages.defaultExpression,
  is_index: schemaMessages.indexed,
  is_unique: schemaMessages.unique,
  is_primary_key: schemaMessages.primaryKey,
  is_foreign_key: schemaMessages.foreignKey,
  ref_table: schemaMessages.referenceTable,
  ref_field: schemaMessages.referenceField,
  ref_on_update: schemaMessages.onUpdate,
  ref_on_delete: schemaMessages.onDelete,
  validation: schemaMessages.validation,
  db_function: schemaMessages.dbFunctionUse,
  picklist: schemaMessages.picklist,
} satisfies DraftLabels<FieldForm>

/** A new field is nullable, so that it can be added to a table with rows. */
const newField: FieldSchema = { ...emptyField, type: 'string', allow_null: true }

/** The type of a column that refers to another one: without what generates keys. */
export function typeOfReference(target: FieldSchema): Pick<FieldForm, 'type' | 'length' | 'precision' | 'scale'> {
  const { type, length, precision, scale } = toFieldForm(target)
  if (type !== 'id') return { type, length, precision, scale }
  const isBig = /big|int8/i.test(target.db_type ?? '')
  return { type: isBig ? 'bigint' : 'integer', length: '', precision: '', scale: '' }
}

export function toFieldForm(field: FieldSchema | null): FieldForm {
  const from = field ?? newField
  const { default: rawDefault } = from
  const computed = typeof rawDefault === 'object' && rawDefault !== null && typeof rawDefault.expression === 'string'
  return {
    name: from.name,
    alias: from.alias ?? '',
    label: from.label ?? '',
    description: from.description ?? '',
    is_virtual: Boolean(from.is_virtual),
    is_aggregate: Boolean(from.is_aggregate),
    type: from.type === '' ? manualType : from.type,
    db_type: from.db_type ?? '',
    length: numberText(from.length),
    precision: numberText(from.precision),
    scale: numberText(from.scale),
    fixed_length: Boolean(from.fixed_length),
    supports_multibyte: Boolean(from.supports_multibyte),
    allow_null: Boolean(from.allow_null),
    auto_increment: Boolean(from.auto_increment),
    default: computed ? rawDefault.expression : defaultText(rawDefault),
    computed,
    is_index: Boolean(from.is_index),
    is_unique: Boolean(from.is_unique),
    is_primary_key: Boolean(from.is_primary_key),
    is_foreign_key: Boolean(from.is_foreign_key),
    ref_table: from.ref_table ?? '',
    ref_field: from.ref_field ?? '',
    ref_on_update: from.ref_on_update ?? '',
    ref_on_delete: from.ref_on_delete ?? '',
    validation: validationText(from.validation),
    db_function: (Array.isArray(from.db_function) ? from.db_function : []).map((stored) => ({
      use: stored.use ?? [],
      function: stored.function ?? '',
      stored,
    })),
    picklist: Array.isArray(from.picklist) ? from.picklist.join(', ') : (from.picklist ?? ''),
  }
}

/**
 * The field as it is sent: complete, since a server replaces missing properties with defaults. Untouched and unknown properties are sent
 * back as they were read.
 */
export function fromFieldForm(form: FieldForm, stored: FieldSchema | null): FieldSchema {
  const shown = toFieldForm(stored)
  const same = (member: keyof FieldForm) => stored !== null && sameValue(form[member], shown[member])
  const from = stored ?? newField
  const open = openProperties(form)
  /** Properties that the new type does not support are cleared; if the type is unchanged, they stay. */
  const kept = <T>(has: boolean, value: T, none: T) => (has || same('type') ? value : none)
  return {
    ...from,
    name: form.name.trim(),
    alias: textOrNull(form.alias),
    label: form.label.trim(),
    description: textOrNull(form.description),
    is_virtual: form.is_virtual,
    is_aggregate: form.is_virtual && form.is_aggregate,
    type: form.type === manualType ? '' : form.type,
    db_type:
      same('type') && same('db_type') ? from.db_type : form.type === manualType ? textOrNull(form.db_type) : null,
    length: kept(open.length, numberOrNull(form.length), null),
    precision: kept(open.precision, numberOrNull(form.precision), null),
    scale: kept(open.precision, numberOrNull(form.scale), null),
    fixed_length: kept(open.fixed_length, form.fixed_length, false),
    supports_multibyte: kept(open.fixed_length, form.supports_multibyte, false),
    allow_null: form.allow_null,
    auto_increment: form.auto_increment,
    default: same('default') && same('computed') && same('type') ? from.default : defaultOf(form),
    is_index: form.is_index,
    is_unique: form.is_unique,
    is_primary_key: form.is_primary_key,
    is_foreign_key: form.is_foreign_key || form.type === 'reference',
    ref_table: open.ref_table ? textOrNull(form.ref_table) : null,
    ref_field: open.ref_table ? textOrNull(form.ref_field) : null,
    ref_on_update: open.ref_table ? textOrNull(form.ref_on_update) : null,
    ref_on_delete: open.ref_table ? textOrNull(form.ref_on_delete) : null,
    picklist: same('picklist') ? from.picklist : picklistOf(form.picklist),
    validation: same('validation') ? from.validation : validationOf(form.validation),
    db_function: same('db_function')
      ? from.db_function
      : form.db_function.length === 0
        ? null
        : form.db_function.map(dbFunctionOf),
  }
}

function defaultText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Some servers send an empty list for no rules, or the rules as text. */
function validationText(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return typeof value === 'string' ? value : jsonOf(value)
}

function defaultOf({ default: text, computed, type }: FieldForm): FieldDefault {
  if (text === '') return null
  return computed ? { expression: text } : literalOf(text, type)
}

function dbFunctionOf({ use, function: text, stored }: DbFunctionForm): DbFunctionUse {
  return { ...(stored ?? { function_type: 'database' }), use: [...use], function: text }
}

function picklistOf(text: string): string[] | null {
  const values = text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  return values.length === 0 ? null : values
}

function validationOf(text: string): FieldSchema['validation'] {
  const parsed = parseJson(text)
  const value = parsed.ok ? parsed.value : null
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (Object.fromEntries(Object.entries(value)) as FieldSchema['validation'])
    : null
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

function numberText(value: number | string | null): string {
  return value === null ? '' : String(value)
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
