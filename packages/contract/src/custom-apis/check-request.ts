import { Problem } from '../problem.ts'
import type { Tell } from '../records/plan-problem.ts'
import { isRecord } from '../wire/is-record.ts'
import { bindFilter } from './bound-filter.ts'
import { checkTexts, type Known, placeholdersOf } from './check-placeholders.ts'
import { onlyPlaceholder, type Placeholder, placeholdersIn } from './placeholders.ts'

export function checkResource(resource: string, known: Known, at: Tell): void {
  for (const segment of resource.split('/')) {
    if (segment === '.' || segment === '..') at('resource', `the segment '${segment}' is not allowed.`)
    const found = placeholdersIn(segment)
    if (found.length > 0 && onlyPlaceholder(segment) === null)
      at('resource', `${found[0]?.text} must be a whole segment, between slashes.`)
  }
  checkTexts(resource, 'resource', known, at)
  if (/^_table\/*\{|^_proc\/*\{|^_func\/*\{|^_schema\/*\{|^\{/.test(resource))
    at('resource', 'the name of a table or procedure cannot be a placeholder.')
}

/** Parameters that say what is read and how: only values from a list of the author's. */
const structural = new Set(['fields', 'order', 'related', 'group', 'id_field', 'id_type', 'having'])
/** Parameters that say where from, or as whom: never a value of the caller. */
const fixed = new Set(['url', 'method', '_method', 'api_key', 'session_token', 'rollback', 'continue', 'force'])

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
    if (name === 'filter') checkFilter(value, resource, member, at)
    else if (fixed.has(name)) at(member, `${found[0]?.text} is not allowed here.`)
    else if (structural.has(name)) for (const each of found) checkListed(each, member, known, at)
  }
}

function checkFilter(value: unknown, resource: string, member: string, at: Tell): void {
  if (typeof value !== 'string') {
    at(member, 'must be a text.')
    return
  }
  if (!/^_table\//.test(resource)) {
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

/** Members of a body that address rows, as parameters do. */
export function checkBody(body: unknown, resource: string, known: Known, at: Tell): void {
  checkTexts(body, 'body', known, at)
  if (!isRecord(body) || !/^_table\//.test(resource)) return
  const { resource: _rows, ids: _ids, params: _params, ...options } = body
  const named = Object.fromEntries(Object.entries(options).filter(([name]) => structural.has(name) || fixed.has(name)))
  if (placeholdersOf(body.filter).length > 0)
    at('body.filter', 'put the filter in params, where placeholders are values.')
  checkParams(named, resource, known, at, 'body')
}
