import { corsFields } from '@millwright/contract/records/cors'
import { isVerb, maskOf, type Verb, verbsOf } from '@millwright/contract/verbs'
import { linearExpression } from '../../../platform/linear-expression.ts'
import { fitsHeader } from '../../../platform/plain-text.ts'
import { declareTable } from '../../../records/system/declared-table.ts'

export const cors = declareTable({
  table: 'cors',
  label: 'Cors',
  plural: 'Cors',
  fields: corsFields,
  authority: {
    columns: {
      path: 'decides',
      description: 'plain',
      origin: 'decides',
      header: 'decides',
      exposed_header: 'decides',
      max_age: 'plain',
      method: 'decides',
      supports_credentials: 'decides',
      enabled: 'decides',
    },
  },
  columns: {
    path: { check: pathProblem },
    origin: { check: headerProblem('origin') },
    header: { check: headerProblem('header') },
    exposed_header: { check: headerProblem('exposed_header') },
    max_age: { check: (value) => (Number(value) < 0 ? 'max_age must be 0 or more.' : null) },
    method: {
      accept: (sent) => (typeof sent === 'number' || typeof sent === 'string' ? listOf(sent) : (sent ?? [])),
      check: methodProblem,
      read: (mask) => verbsOf(Number(mask)),
      write: (value) => maskOf(Array.isArray(value) ? value.flatMap(verbOf) : []),
    },
  },
})

function listOf(sent: number | string): unknown {
  const text = String(sent).trim()
  if (!/^\d+$/.test(text)) return text === '' ? [] : text.split(',')
  return Number(text) <= 31 ? verbsOf(Number(text)) : [text]
}

function methodProblem(value: unknown): string | null {
  if (!Array.isArray(value)) return 'method must be a list of verbs or a mask.'
  const unknown = value.filter((each) => verbOf(each).length === 0)
  return unknown.length === 0 ? null : `method contains unknown verbs: ${unknown.map(String).join(', ')}.`
}

function verbOf(sent: unknown): Verb[] {
  const verb = String(sent).trim().toUpperCase()
  return isVerb(verb) ? [verb] : []
}

/** Characters that are invalid in headers would break every response to which the entry applies. */
function headerProblem(name: string): (value: unknown) => string | null {
  return (value) =>
    fitsHeader(String(value)) ? null : `${name} may have printable ASCII characters only, in one line.`
}

function pathProblem(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('^')) return null
  if (linearExpression(value, 'i') !== null) return null
  return 'path is not a regular expression, or it has lookaround, backreferences or large counts, which could take too long.'
}
