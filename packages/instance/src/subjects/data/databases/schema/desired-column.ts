import type { RawColumn, RawDefault } from '@millwright/connector/engine/catalog'
import { typeWord } from '@millwright/connector/engine/column-type'
import type { Engine } from '@millwright/connector/engine/engine'
import type { ColumnDefinition } from '@millwright/connector/engine/schema-change'
import { Problem } from '@millwright/contract/problem'
import type { DescribedField } from '../../../../records/described-table.ts'
import type { FieldDraft } from './drafts.ts'
import { onePiece } from './sql-words.ts'

/** The current column. */
export interface Present {
  readonly raw: RawColumn
  readonly field: DescribedField
}

/** The desired column of a field. */
export interface DesiredColumn {
  readonly definition: ColumnDefinition
  /** The simple type of the field; `null` if an engine-specific type was given. */
  readonly chosen: string | null
}

/**
 * Returns the column for a draft. Properties of an existing column that were not sent are kept, except that a new type starts with its own
 * sizes. `target`: the column of a reference, if known. Throws 400 for invalid drafts.
 */
export function desiredColumn(
  engine: Engine,
  draft: FieldDraft,
  present: Present | null,
  target: RawColumn | null,
): DesiredColumn {
  const type = typeOf(engine, draft, present)
  const kept = present !== null && type.same ? present.raw : null
  const isKey = idTypes.has(type.name ?? '')
  const sizes = {
    length: draft.length ?? kept?.length ?? null,
    precision: draft.precision ?? kept?.precision ?? null,
    scale: draft.scale ?? kept?.scale ?? null,
    fixedLength: draft.fixedLength ?? kept?.fixedLength ?? false,
    multibyte: draft.multibyte ?? kept?.multibyte ?? false,
  }
  const definition: ColumnDefinition = {
    ...sizes,
    name: present?.raw.name ?? draft.name,
    type: type.name ?? '',
    dbType: type.dbType ?? (type.name !== null && referenceTypes.has(type.name) ? targetType(engine, target) : null),
    definition: type.definition,
    nullable: isKey ? false : (draft.allowNull ?? present?.raw.nullable ?? false),
    default: defaultOf(engine, draft, present, type.name),
    autoIncrement: draft.autoIncrement ?? (isKey || (present?.raw.autoIncrement ?? false)),
  }
  if (present === null) return { definition, chosen: type.name }
  // A type that is unchanged keeps the exact definition of the column.
  const unchanged =
    type.same && spelled(engine, definition) === spelled(engine, { ...definition, ...sizesOf(present.raw) })
  return { definition: unchanged ? { ...definition, dbType: present.raw.dbType } : definition, chosen: type.name }
}

interface FieldType {
  readonly name: string | null
  readonly dbType: string | null
  readonly definition: string | null
  /** Whether the column already has this type. */
  readonly same: boolean
}

const aliases: Readonly<Record<string, string>> = { pk: 'id', fk: 'reference' }
const idTypes = new Set(['id', 'bigid', 'mediumid', 'smallid'])
const referenceTypes = new Set(['reference'])
const stampTypes = new Set(['timestamp_on_create', 'timestamp_on_update'])

function typeOf(engine: Engine, draft: FieldDraft, present: Present | null): FieldType {
  const sent = draft.type?.trim() ?? ''
  if (sent === '') return ownType(engine, draft, present)
  if (/[\s(]/.test(sent)) {
    const definition = onePiece(sent, `The type of field '${draft.name}'`)
    return { name: null, dbType: null, definition, same: false }
  }
  const word = sent.toLowerCase()
  const name = aliases[word] ?? word
  if (engine.schema.columnType({ ...noSizes, type: name }) !== null) {
    return { name, dbType: null, definition: null, same: name === present?.field.type }
  }
  if (isWordOf(engine, word)) return { name: null, dbType: sent, definition: null, same: sent === present?.raw.dbType }
  throw new Problem(400, `The type '${sent}' of field '${draft.name}' is unknown.`)
}

/** Without a simple type, the engine-specific one applies, as sent or as it is. */
function ownType(engine: Engine, { name, dbType }: FieldDraft, present: Present | null): FieldType {
  if (dbType === null || dbType === undefined) {
    if (present === null) throw new Problem(400, `The field '${name}' needs a type.`)
    return { name: present.field.type, dbType: null, definition: null, same: true }
  }
  if (dbType === present?.raw.dbType) return { name: present.field.type, dbType: null, definition: null, same: true }
  const word = onePiece(dbType, `The database type of field '${name}'`)
  if (!isWordOf(engine, typeWord(word)))
    throw new Problem(400, `The database type '${dbType}' of field '${name}' is unknown.`)
  return { name: null, dbType: word, definition: null, same: false }
}

/** Engines that accept any type name list the valid ones; the others reject unknown ones themselves. */
function isWordOf({ schema }: Engine, word: string): boolean {
  return /^[a-z_][\w. ]*(\[\d*\])*$/i.test(word) && schema.isType?.(word) !== false
}

function defaultOf(
  engine: Engine,
  draft: FieldDraft,
  present: Present | null,
  type: string | null,
): ColumnDefinition['default'] {
  const rawDefault = draft.default === undefined ? (present?.raw.default ?? null) : draft.default
  const computed = expressionOf(rawDefault, type)
  if (computed === null) return rawDefault
  return { expression: engine.schema.computedDefault(computed, type === 'timestamp_on_update') }
}

/** Returns the expression of a computed default, or `null` for a literal or none. */
function expressionOf(rawDefault: RawDefault | null, type: string | null): string | null {
  if (rawDefault === null) return type !== null && stampTypes.has(type) ? 'CURRENT_TIMESTAMP' : null
  if ('expression' in rawDefault) return rawDefault.expression
  // Forms can only send texts, also for computed defaults.
  const { literal } = rawDefault
  const word = typeof literal === 'string' && isMoment(type) && /^(current_\w+|now)(\(\d?\))?$/i.test(literal)
  return word ? literal : null
}

function isMoment(type: string | null): boolean {
  return type !== null && /^(date|time|datetime|timestamp)/.test(type)
}

/** A reference to anything but a plain integer gets the type of its target. */
function targetType(engine: Engine, target: RawColumn | null): string | null {
  if (target === null) return null
  const plain = engine.schema.columnType({ ...noSizes, type: 'integer' })
  const same = plain !== null && typeWord(plain) === typeWord(target.dbType) && !/unsigned/i.test(target.dbType)
  return same ? null : target.dbType
}

function spelled(engine: Engine, { definition, dbType, ...column }: ColumnDefinition): string | null {
  return definition ?? engine.schema.columnType(column) ?? dbType
}

function sizesOf({ length, precision, scale, fixedLength, multibyte }: RawColumn) {
  return { length, precision, scale, fixedLength, multibyte }
}

const noSizes = { length: null, precision: null, scale: null, fixedLength: false, multibyte: false }
