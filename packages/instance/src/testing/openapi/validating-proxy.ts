import type { Answer, Send, SendOptions } from '../send.ts'
import { type ValidateValue, valueValidator } from './body-validator.ts'
import {
  type DescribedOperation,
  dereferenced,
  describedOperations,
  isJson,
  type Json,
} from './described-operations.ts'

/** A proxy between client and instance that validates every request and response against the documents of a service. */
export interface ValidatingProxy {
  readonly send: Send
  /** Differences from the documents, as sentences. */
  readonly mismatches: readonly string[]
  /** Allowed items of a list parameter, if they are enumerated. */
  choices(operation: string, parameter: string): readonly string[]
  /** Operations without a successful request, and operations without a rejected one. */
  uncalled(): { readonly succeeded: readonly string[]; readonly refused: readonly string[] }
}

interface Checked {
  readonly document: Json
  readonly operations: readonly DescribedOperation[]
  readonly validate: ValidateValue
}

/**
 * `documents`: of one service, in any versions. `service`: prefix of the documents' paths. `isOpen`: undeclared members of
 * responses are no mismatches.
 */
export function validatingProxy(
  send: Send,
  service: string,
  documents: readonly object[],
  isOpen = false,
): ValidatingProxy {
  const checked: readonly Checked[] = documents.filter(isJson).map((document) => {
    const closes = !isOpen && String(document.openapi).startsWith('3.1')
    return { document, operations: describedOperations(document), validate: valueValidator(document, closes) }
  })
  const mismatches = new Set<string>()
  const succeeded = new Set<string>()
  const refused = new Set<string>()

  const proxied = async <Body>(method: string, path: string, options: SendOptions = {}): Promise<Answer<Body>> => {
    const answer = await send<Body>(method, path, options)
    for (const each of checked) {
      for (const fault of faultsOf(each, service, { method, path, options, answer }))
        mismatches.add(`${method} ${path}: ${fault}`)
    }
    const [first] = checked
    const operation = first === undefined ? null : found(first.operations, method, below(service, path))
    if (operation !== null) (answer.status < 400 ? succeeded : refused).add(operation.name)
    return answer
  }

  return {
    send: proxied,
    get mismatches() {
      return [...mismatches]
    },
    choices(operation, parameter) {
      const found = checked[0]?.operations.find(({ name }) => name === operation)
      const schema = found?.parameters.find(({ name }) => name === parameter)?.schema
      const choices = isJson(schema) && isJson(schema.items) ? schema.items.enum : []
      return Array.isArray(choices) ? choices.map(String) : []
    },
    uncalled() {
      const names = checked[0]?.operations.map(({ name }) => name) ?? []
      return {
        succeeded: names.filter((name) => !succeeded.has(name)),
        refused: names.filter((name) => !refused.has(name)),
      }
    },
  }
}

interface Exchange {
  readonly method: string
  readonly path: string
  readonly options: SendOptions
  readonly answer: Answer<unknown>
}

function faultsOf(checked: Checked, service: string, exchange: Exchange): readonly string[] {
  const { method, path, options, answer } = exchange
  const operation = found(checked.operations, method, below(service, path))
  if (operation === null) return ['There is no such operation.']
  const accepted = answer.status < 400
  return [
    // A rejected request may be invalid.
    ...(accepted ? requestFaults(checked, operation, below(service, path), options) : []),
    ...answerFaults(checked, operation, answer).map((fault) => `${answer.status} ${fault}`),
  ]
}

function below(service: string, path: string): string {
  return path.slice(service.length) || '/'
}

function found(operations: readonly DescribedOperation[], method: string, path: string): DescribedOperation | null {
  const [bare = ''] = path.split('?')
  return operations.find(({ verb, pattern }) => verb === method.toLowerCase() && pattern.test(bare)) ?? null
}

function requestFaults(
  { document, validate }: Checked,
  operation: DescribedOperation,
  path: string,
  { body, headers = {} }: SendOptions,
): string[] {
  const [bare = '', query = ''] = path.split('?')
  const [, ...captured] = operation.pattern.exec(bare) ?? []
  const inPath = new Map(operation.placeholders.map((name, at) => [name, decodeURIComponent(captured[at] ?? '')]))
  const inQuery = new Map(new URLSearchParams(query))
  const faults = [...inQuery.keys()]
    .filter((name) => !operation.parameters.some((each) => each.in === 'query' && each.name === name))
    .map((name) => `The parameter '${name}' is not described.`)
  for (const { name, in: place, required, schema } of operation.parameters) {
    const text = (place === 'path' ? inPath : place === 'query' ? inQuery : new Map(Object.entries(headers))).get(name)
    if (text === undefined) {
      if (required) faults.push(`The parameter '${name}' is missing.`)
      continue
    }
    const value = parameterValue(dereferenced(document, schema), text)
    faults.push(...validate(schema, value).map((fault) => `Parameter '${name}': ${fault}`))
  }
  return [...faults, ...bodyFaults(operation, body, headers['content-type'], validate)]
}

function bodyFaults(
  { requestBody }: DescribedOperation,
  body: unknown,
  sentType: string | undefined,
  validate: ValidateValue,
): string[] {
  if (requestBody === null) return body === undefined ? [] : ['No body is described.']
  if (body === undefined) return requestBody.required === true ? ['The body is missing.'] : []
  const type = mediaType(sentType ?? 'application/json')
  const { content } = requestBody
  const described = isJson(content) ? content[type] : undefined
  if (described === undefined && isJson(content) && content['*/*'] !== undefined) return []
  if (!isJson(described)) return [`A body of ${type} is not described.`]
  if (type !== 'application/json') return []
  const sent: unknown = typeof body === 'string' ? JSON.parse(body) : body
  return validate(described.schema, sent).map((fault) => `Body: ${fault}`)
}

function answerFaults(
  { document, validate }: Checked,
  { responses }: DescribedOperation,
  answer: Answer<unknown>,
): string[] {
  const { status, headers, body } = answer
  const described = responses[status] ?? (status < 400 ? undefined : responses.default)
  if (described === undefined) return ['is not described.']
  const { content } = dereferenced(document, described)
  if (!isJson(content)) return body === '' || body === undefined ? [] : ['has a body, which is not described.']
  const type = mediaType(headers['content-type'] ?? '')
  const media = content[type]
  if (media === undefined && content['*/*'] !== undefined) return []
  if (!isJson(media)) return [`of type '${type}' is not described.`]
  return type === 'application/json' ? validate(media.schema, body).map((fault) => `answer: ${fault}`) : []
}

const mediaType = (text: string) => (text.split(';')[0] ?? '').trim().toLowerCase()

/** Parses a value of the URL by its schema; items of lists are separated by commas. */
function parameterValue(schema: Json, text: string): unknown {
  const types = [schema.type].flat()
  if (types.includes('array')) {
    const items = isJson(schema.items) ? schema.items : {}
    return text.split(',').map((item) => parameterValue(items, item))
  }
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  return text
}
