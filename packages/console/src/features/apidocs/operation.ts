import { type ApiDocument, isObject, type Json, type OperationEntry, resolved, textOf } from './api-document.ts'

/** The full description of an operation. */
export interface ApiOperation extends Pick<OperationEntry, 'id' | 'verb' | 'path' | 'summary' | 'deprecated'> {
  readonly description: string
  readonly parameters: readonly ApiParameter[]
  readonly body: ApiBody | null
  readonly answers: readonly ApiAnswer[]
}

export interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Json
}

export interface ApiBody {
  readonly required: boolean
  readonly description: string
  readonly contents: readonly ApiContent[]
}

export interface ApiAnswer {
  /** `200`, `4XX` or `default`. */
  readonly status: string
  readonly description: string
  readonly contents: readonly ApiContent[]
}

export interface ApiContent {
  /** Such as `application/json`. */
  readonly type: string
  readonly schema: Json
  /** `undefined` if there is none. */
  readonly example: unknown
}

/** Parses an operation with everything that it references; parameters of the path come before its own. */
export function readOperation({ root }: ApiDocument, entry: OperationEntry): ApiOperation {
  const { item, operation, id, verb, path, summary, deprecated } = entry
  const parameters = new Map<string, ApiParameter>()
  for (const each of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
    const parameter = readParameter(root, each)
    if (parameter !== null) parameters.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return {
    ...{ id, verb, path, summary, deprecated },
    description: textOf(operation.description) || textOf(item.description),
    parameters: [...parameters.values()].sort((one, other) => places.indexOf(one.in) - places.indexOf(other.in)),
    body: operation.requestBody === undefined ? null : readBody(root, operation.requestBody),
    answers: Object.entries(isObject(operation.responses) ? operation.responses : {}).map(([status, sent]) => {
      const answer = resolved(root, sent)
      return { status, description: textOf(answer.description), contents: readContents(root, answer.content) }
    }),
  }
}

const places = ['path', 'query', 'header'] as const

function readParameter(root: Json, sent: unknown): ApiParameter | null {
  const parameter = resolved(root, sent)
  const name = textOf(parameter.name)
  const place = places.find((each) => each === parameter.in)
  if (name === '' || place === undefined) return null
  return {
    name,
    in: place,
    required: place === 'path' || parameter.required === true,
    description: textOf(parameter.description),
    schema: isObject(parameter.schema) ? parameter.schema : {},
  }
}

function readBody(root: Json, sent: unknown): ApiBody {
  const body = resolved(root, sent)
  return {
    required: body.required === true,
    description: textOf(body.description),
    contents: readContents(root, body.content),
  }
}

function readContents(root: Json, sent: unknown): readonly ApiContent[] {
  if (!isObject(sent)) return []
  return Object.entries(sent).flatMap(([type, value]) => {
    if (!isObject(value)) return []
    const [first] = Object.values(isObject(value.examples) ? value.examples : {})
    const example = value.example ?? resolved(root, first).value
    return [{ type, schema: isObject(value.schema) ? value.schema : {}, example }]
  })
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
