import { isRecord } from '../wire/is-record.ts'

/** A call of an endpoint that is tried before the endpoint is published, in `docs.examples` (docs/wire/custom-apis.md). */
export interface SavedExample {
  readonly name: string
  readonly path_params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const most = 20
const longestName = 80

/** The examples among what an endpoint's `docs` has; others are left out. */
export function savedExamples(docs: unknown): SavedExample[] {
  const listed: unknown = isRecord(docs) ? docs.examples : undefined
  return Array.isArray(listed) ? listed.filter(isExample) : []
}

/** What is wrong with the examples in an endpoint's `docs`, as the rest of a sentence; `null`: nothing. */
export function examplesProblem(docs: unknown): string | null {
  const listed: unknown = isRecord(docs) ? docs.examples : undefined
  if (listed === undefined || listed === null) return null
  if (!Array.isArray(listed)) return 'must be a list.'
  if (listed.length > most) return `has more than ${most} examples.`
  if (!listed.every(isExample))
    return `each must have a name of at most ${longestName} characters, and objects as path_params, query and header.`
  return new Set(listed.map(({ name }) => name)).size < listed.length ? 'two have the same name.' : null
}

function isExample(value: unknown): value is SavedExample {
  if (!isRecord(value) || typeof value.name !== 'string') return false
  const { name, path_params = {}, query = {}, header = {} } = value
  return name.trim() !== '' && name.length <= longestName && [path_params, query, header].every(isRecord)
}
