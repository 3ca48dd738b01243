import type { FilterNode } from '../filter/node.ts'
import { parseFilter } from '../filter/parse.ts'
import { Problem } from '../problem.ts'
import type { Tell } from '../records/execution-plan.ts'
import { isRecord } from '../wire/is-record.ts'
import {
  checkTexts,
  type Known,
  onlyPlaceholder,
  type Placeholder,
  placeholdersIn,
  placeholdersOf,
} from './placeholders.ts'

/** A filter whose placeholders are parameters, so that no value can become part of its text. */
export interface BoundFilter {
  /** With `:placeholder_0` for what has placeholders. */
  readonly filter: string
  /** What each parameter is: a placeholder, a text with placeholders such as `%{query.name}%`, or with lookup keys. */
  readonly values: readonly { readonly name: string; readonly template: string }[]
}

/** A text in quotes, or a placeholder. */
const token = /'((?:[^'\\]|\\[\s\S]|'')*)'|"((?:[^"\\]|\\[\s\S]|"")*)"|\{[^{}]*\}/g

/**
 * Turns the placeholders and lookup keys of a filter to parameters. `'{query.x}'` is the same as `{query.x}`: what is in quotes is one value. Throws
 * a 400 `Problem` for invalid filters, and for placeholders where no value can be, such as the name of a field.
 */
export function bindFilter(text: string): BoundFilter {
  const values: { name: string; template: string }[] = []
  const filter = text.replace(token, (whole, single?: string, double?: string) => {
    if (!/\{[^{}]+\}/.test(whole)) return whole
    const name = `placeholder_${values.length}`
    values.push({ name, template: unquoted(single, double) ?? whole })
    return `:${name}`
  })
  if (values.length === 0) return { filter: text, values }
  const bound = parametersOf(parseFilter(filter))
  const unbound = values.find(({ name }) => !bound.includes(name))
  if (unbound !== undefined)
    throw new Problem(400, `In the filter, ${unbound.template} is not a value: put it alone after an operator.`)
  return { filter, values }
}

function unquoted(single: string | undefined, double: string | undefined): string | undefined {
  if (single !== undefined) return single.replace(/\\(['"\\])|''/g, (_, escaped) => escaped ?? "'")
  return double?.replace(/\\(['"\\])|""/g, (_, escaped) => escaped ?? '"')
}

function parametersOf(node: FilterNode): string[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.operands.flatMap(parametersOf)
    case 'not':
      return parametersOf(node.operand)
    case 'compare':
      return node.value.kind === 'param' ? [node.value.name] : []
    case 'in':
      return node.values.flatMap((value) => (value.kind === 'param' ? [value.name] : []))
    case 'null':
      return []
  }
}

/** The path of a step within its service, without outer slashes. */
export const pathOf = (resource: unknown): string => String(resource ?? '').replace(/^\/+|\/+$/g, '')

export function checkResource(resource: string, known: Known, at: Tell): void {
  for (const segment of resource.split('/')) {
    if (segment === '.' || segment === '..') at('resource', `the segment '${segment}' is not allowed.`)
    const found = placeholdersIn(segment)
    if (found.length > 0 && onlyPlaceholder(segment) === null)
      at('resource', `${found[0]?.text} must be a whole segment, between slashes.`)
  }
  checkTexts(resource, 'resource', known, at)
  if (/^_table\/*\{|^_proc\/*\{|^_func\/*\{|^_schema\/*\{|^\{/i.test(pathOf(resource)))
    at('resource', 'the name of a table or procedure cannot be a placeholder.')
}

/** Parameters that say what is read and how: only values from a list of the author's. */
const structural = new Set(['fields', 'order', 'related', 'group', 'id_field', 'id_type', 'having'])
/** Parameters that say where from, or as whom: never a value of the caller. */
const fixed = new Set([
  'url',
  'method',
  '_method',
  'api_key',
  'session_token',
  'rollback',
  'continue',
  'force',
  'allow_related_delete',
])
/** Other names that tables know for parameters, and those for related records. */
const structuralOfTables = /^(?:select|sort|order_by|group_by|.+[._](?:fields|order|group))$/

const isOfTable = (resource: string) => /^_table\//i.test(pathOf(resource))

/** Whether a parameter is a filter, in which placeholders are bound. */
export const isFilter = (name: string, resource: string): boolean =>
  name === 'filter' || (name === 'where' && isOfTable(resource))

const isStructural = (name: string, resource: string) =>
  structural.has(name) || (structuralOfTables.test(name) && isOfTable(resource))

export function checkParams(
  params: Record<string, unknown>,
  resource: string,
  known: Known,
  at: Tell,
  lead = 'params',
): void {
  for (const [name, value] of Object.entries(params)) {
    const member = `${lead}.${name.slice(0, 64)}`
    if (placeholdersIn(name).length > 0) at(member, 'names of parameters cannot have placeholders.')
    checkTexts(value, member, known, at)
    const found = placeholdersOf(value)
    if (found.length === 0) continue
    if (isFilter(name, resource)) checkFilter(value, resource, member, at)
    else if (fixed.has(name)) at(member, `${found[0]?.text} is not allowed here.`)
    else if (isStructural(name, resource)) for (const each of found) checkListed(each, member, known, at)
  }
}

function checkFilter(value: unknown, resource: string, member: string, at: Tell): void {
  if (typeof value !== 'string') {
    at(member, 'must be a text.')
    return
  }
  if (!isOfTable(resource)) {
    at(member, 'placeholders in a filter are only for tables, where they are values and never text.')
    return
  }
  try {
    bindFilter(value)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    at(member, error.message)
  }
}

function checkListed(placeholder: Placeholder, member: string, { schema }: Known, at: Tell): void {
  const { source, path, text } = placeholder
  const declared = source === 'path' || source === 'query' || source === 'body' ? schema[source] : undefined
  const properties = isRecord(declared?.properties) ? declared.properties : {}
  const property = path.length === 1 ? properties[path[0] ?? ''] : undefined
  if (isRecord(property) && Array.isArray(property.enum) && property.enum.every((each) => typeof each === 'string'))
    return
  at(member, `${text} is only allowed here if request_schema lists its values in an enum.`)
}

/** Members of a body that address rows, as parameters do: those of a body with rows or identifiers, as others are rows themselves. */
export function checkBody(body: unknown, resource: string, known: Known, at: Tell): void {
  checkTexts(body, 'body', known, at)
  if (!isRecord(body) || !isOfTable(resource) || !('resource' in body || 'ids' in body)) return
  for (const [name, value] of Object.entries(body)) {
    if (name === 'resource' || name === 'ids' || name === 'params') continue
    if (!isFilter(name, resource)) checkParams({ [name]: value }, resource, known, at, 'body')
    else if (placeholdersOf(value).length > 0)
      at(`body.${name}`, 'put the filter in params, where placeholders are values.')
  }
}
