import { list } from '../../language/format.ts'
import { isSpelledOutName } from '../../widgets/explorer/split/same-words.ts'
import { isObject, type Json, resolved, trimmedText } from './api-document.ts'
import { docsMessages } from './messages.ts'

/** A line of the tree that shows a schema. */
export interface SchemaLine {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly notes: readonly string[]
  readonly description: string
  /** The schema to expand below it; `null` if there is none. */
  readonly inner: Json | null
}

/** Resolves the references of a schema and merges the schemas that it is composed of. Circular references are cut off at a maximum depth. */
export function flattened(root: Json, schema: unknown, depth = 0): Json {
  const own = resolved(root, schema)
  if (!Array.isArray(own.allOf)) return own
  const { allOf, ...rest } = own
  const parts = depth > maxDepth ? [] : allOf.slice(0, maxParts).map((part) => flattened(root, part, depth + 1))
  const all = [...parts, rest]
  const properties = all.flatMap((part) => (isObject(part.properties) ? Object.entries(part.properties) : []))
  const required = all.flatMap((part) => listOf(part.required))
  return {
    ...Object.fromEntries(all.flatMap((part) => Object.entries(part))),
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

const maxDepth = 6
const maxParts = 50
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the name of a referenced schema, if it has one. */
function nameOf(schema: unknown): string | null {
  const ref = isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : ''
  return ref === '' ? null : (ref.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~') ?? null)
}

/** Returns the type of a value in a few words: `integer`, `string or null`, `list of Contact`. */
export function typeWords(root: Json, schema: unknown, depth = 0): string {
  if (depth > maxDepth) return docsMessages.anything
  const name = nameOf(schema)
  const own = flattened(root, schema)
  const variants = variantsOf(own)
  if (variants.length > 0 && name === null) {
    return list([...new Set(variants.map((variant) => typeWords(root, variant, depth + 1)))], 'disjunction')
  }
  if (own.type === 'array' || listOf(own.type).includes('array') || own.items !== undefined) {
    const of = own.items === undefined ? docsMessages.anything : typeWords(root, own.items, depth + 1)
    const words = docsMessages.listType({ of })
    return listOf(own.type).includes('null') ? list([words, 'null'], 'disjunction') : words
  }
  if (name !== null) return name
  const types = (Array.isArray(own.type) ? own.type : [own.type]).filter((type) => typeof type === 'string')
  const format = trimmedText(own.format)
  if (types.length === 0)
    return Array.isArray(own.enum)
      ? docsMessages.oneChoice
      : isObject(own.properties)
        ? 'object'
        : docsMessages.anything
  return `${list(types, 'disjunction')}${format === '' ? '' : ` (${format})`}`
}

function variantsOf(schema: Json): readonly unknown[] {
  return [...listOf(schema.anyOf), ...listOf(schema.oneOf)]
}

/** Returns the lines below a value: the properties of an object or of the items of an array, or its alternatives. */
export function linesOf(root: Json, schema: unknown, depth = 0): readonly SchemaLine[] {
  if (depth > maxDepth) return []
  const own = flattened(root, schema)
  if (own.items !== undefined) return linesOf(root, own.items, depth + 1)
  const variants = variantsOf(own).filter((variant) => resolved(root, variant).type !== 'null')
  if (!isObject(own.properties) && variants.length === 1) return linesOf(root, variants[0], depth + 1)
  const required = new Set(listOf(own.required))
  const members = Object.entries(isObject(own.properties) ? own.properties : {}).map(([name, member]) =>
    lineOf(root, name, member, required.has(name)),
  )
  const forms =
    variants.length < 2
      ? []
      : variants.map((variant, at) => lineOf(root, docsMessages.form({ place: at + 1 }), variant, false))
  const rest = isObject(own.additionalProperties)
    ? [lineOf(root, docsMessages.anyOtherName, own.additionalProperties, false)]
    : []
  return [...members, ...forms, ...rest]
}

function lineOf(root: Json, name: string, schema: unknown, required: boolean): SchemaLine {
  const own = flattened(root, schema)
  return {
    name,
    required,
    type: typeWords(root, schema),
    notes: notesOf(own),
    description:
      trimmedText(own.description) || (isSpelledOutName(name, trimmedText(own.title)) ? '' : trimmedText(own.title)),
    inner: hasInner(root, own, 0) && isObject(schema) ? schema : null,
  }
}

function hasInner(root: Json, schema: Json, depth: number): boolean {
  if (depth > maxDepth) return false
  if (isObject(schema.properties) && Object.keys(schema.properties).length > 0) return true
  if (schema.items !== undefined) return hasInner(root, flattened(root, schema.items), depth + 1)
  return variantsOf(schema).some((variant) => hasInner(root, flattened(root, variant), depth + 1))
}

const maxChoices = 12

/** Returns further constraints on a value, in words. */
export function notesOf(schema: Json): readonly string[] {
  const number = (name: string, words: (value: number) => string) => {
    const value = schema[name]
    return typeof value === 'number' ? [words(value)] : []
  }
  const choices = listOf(schema.enum)
  const shown = choices.slice(0, maxChoices).map((choice) => String(choice))
  return [
    ...(schema.readOnly === true ? [docsMessages.readOnly] : []),
    ...(schema.writeOnly === true ? [docsMessages.writeOnly] : []),
    ...number('maxLength', (value) => docsMessages.atMostCharacters({ count: value })),
    ...number('minLength', (value) => docsMessages.atLeastCharacters({ count: value })),
    ...number('minimum', (value) => docsMessages.minimumValue({ value: String(value) })),
    ...number('maximum', (value) => docsMessages.maximumValue({ value: String(value) })),
    ...(shown.length > 0
      ? [docsMessages.allowedValues({ values: [...shown, ...(choices.length > shown.length ? ['…'] : [])].join(', ') })]
      : []),
    ...(schema.default === undefined || schema.default === null
      ? []
      : [docsMessages.usually({ value: JSON.stringify(schema.default) })]),
  ]
}
