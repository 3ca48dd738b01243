/** Members of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>

/** A parameter of an operation, with references resolved. */
export interface DescribedParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Json
}

/** An operation of a document, as needed for validation. */
export interface DescribedOperation {
  /** Verb and path as in the document: `get /_table/{table_name}`. */
  readonly name: string
  readonly verb: string
  /** Matches paths below the service; captures encoded values of placeholders. */
  readonly pattern: RegExp
  readonly placeholders: readonly string[]
  readonly parameters: readonly DescribedParameter[]
  readonly requestBody: Json | null
  readonly responses: Json
}

const verbs = ['get', 'post', 'put', 'patch', 'delete']

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Resolves references. Throws if one is broken. */
export function dereferenced(document: Json, value: unknown): Json {
  if (!isJson(value)) return {}
  if (typeof value.$ref !== 'string') return value
  const names = value.$ref.slice(2).split('/')
  const found = names
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (isJson(at) ? at[name] : undefined), document)
  if (found === undefined) throw new Error(`Nothing is at ${value.$ref}.`)
  return dereferenced(document, found)
}

/** All operations of a document; those with fewer placeholders take precedence. */
export function describedOperations(document: Json): readonly DescribedOperation[] {
  const operations = Object.entries(isJson(document.paths) ? document.paths : {}).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      const operation = isJson(item) ? item[verb] : undefined
      return isJson(item) && isJson(operation) ? [operationOf(document, path, verb, item, operation)] : []
    }),
  )
  return operations.sort((a, b) => a.placeholders.length - b.placeholders.length)
}

function operationOf(document: Json, path: string, verb: string, item: Json, operation: Json): DescribedOperation {
  const placeholders = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  const source = path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
  return {
    name: `${verb} ${path}`,
    verb,
    pattern: new RegExp(`^${source.join('([^/]+)')}$`),
    placeholders,
    parameters: [item.parameters, operation.parameters].flatMap((list) =>
      (Array.isArray(list) ? list : []).map((each) => parameterOf(dereferenced(document, each))),
    ),
    requestBody: operation.requestBody === undefined ? null : dereferenced(document, operation.requestBody),
    responses: isJson(operation.responses) ? operation.responses : {},
  }
}

function parameterOf(parameter: Json): DescribedParameter {
  return {
    name: String(parameter.name),
    in: String(parameter.in),
    required: parameter.required === true,
    schema: isJson(parameter.schema) ? parameter.schema : {},
  }
}
