import {
  type Comparison,
  type PlanStep,
  type RequestStep,
  stepKey,
  type TransformOperation,
} from '@millwright/contract/records/execution-plan'
import type { Verb } from '@millwright/contract/verbs'

export interface WrittenEndpoint {
  readonly method: Verb
  readonly path: string
  readonly steps: readonly PlanStep[]
  readonly mapping: unknown
}

/**
 * An endpoint as the source of a Node.js script service, to be continued by hand. In a filter, what came from the caller is quoted, as the
 * endpoint binds it.
 */
export function scriptOf({ method, path, steps, mapping }: WrittenEndpoint): string {
  const keys = steps.map(stepKey)
  const last = keys.at(-1)
  const isMapped = typeof mapping === 'object' && mapping !== null && Object.keys(mapping).length > 0
  const answer = isMapped ? valueCode(mapping, '') : last === undefined ? 'null' : resultOf(last)
  const parts = [
    [
      `// ${method} ${path.replace(/[\r\n\u2028\u2029]/g, ' ')}`,
      'const { method, resource, parameters: query, payload: body } = event.request',
      `if (method !== ${literal(method)}) return event.setResponse({ error: { code: 405, message: 'Not supported.' } }, 405)`,
      ...pathCode(path),
      'const steps = {}',
    ].join('\n'),
    ...(steps.some(bindsInFilter) ? [quoteHelper] : []),
    ...(steps.some(({ type }) => type !== 'transform') ? [callHelper] : []),
    ...(steps.some(({ type }) => type === 'transform') ? [rowsHelper] : []),
    ...steps.map((step, at) => stepCode(step, keys[at] ?? '')),
    `event.setResponse(${answer}, 200)`,
  ]
  return `${parts.join('\n\n')}\n`
}

const quoteHelper = `function quoted(value) {
  if (Array.isArray(value)) return value.map(quoted).join(',')
  return \`"\${String(value ?? '').replace(/["\\\\]/g, '\\\\$&')}"\`
}`

const callHelper = `async function call(verb, path, parameters, payload) {
  const { status_code: status, body } = await platform.api.call(verb, path, payload, { parameters })
  if (status >= 400) throw new Error(\`\${verb} \${path}: \${status}\`)
  return body
}`

const resultOf = (key: string) => `steps[${literal(key)}]`

/** Reads the values of the path from the resource of the event. */
function pathCode(path: string): readonly string[] {
  const entries = path
    .split('/')
    .filter(Boolean)
    .flatMap((segment, at) => {
      const name = /^\{([\w-]+)\}$/.exec(segment)?.[1]
      return name === undefined ? [] : [`${property(name)}: segments[${at}]`]
    })
  if (entries.length === 0) return []
  return ["const segments = resource.split('/').map(decodeURIComponent)", `const path = { ${entries.join(', ')} }`]
}

function stepCode(step: PlanStep, key: string): string {
  const code =
    step.type === 'transform' ? transformCode(step.from, step.ops ?? [], resultOf(key)) : requestCode(step, key)
  const { when } = step
  if (when === undefined) return code
  return `if (${valueCode(when, '')}) {\n${code.replace(/^(?=.)/gm, '  ')}\n}`
}

function transformCode(from: string, ops: readonly Parameters<typeof operationCode>[0][], target: string): string {
  return [
    `${target} = ${valueCode(from, '')}`,
    ...ops.map((operation) => `${target} = ${operationCode(operation, target)}`),
  ].join('\n')
}

function requestCode(step: RequestStep, key: string): string {
  const { service, resource = '', method = 'GET', params = {}, body, each } = step
  const parameters = Object.entries(params).map(
    ([name, value]) => `  ${property(name)}: ${name === 'filter' ? filterCode(value) : valueCode(value, '  ')},`,
  )
  const options = parameters.length === 0 ? '{}' : `{\n${parameters.join('\n')}\n}`
  const sent = body === undefined || body === null ? '' : `, ${valueCode(body, '')}`
  const address = template(`${service}/${resource}`, (name) => `encodeURIComponent(${reference(name)})`)
  const call = `call(${literal(method)}, ${address}, ${options}${sent})`
  if (each === undefined) return `${resultOf(key)} = await ${call}`
  return `${resultOf(key)} = await Promise.all(${valueCode(each, '')}.map((item) => ${call}))`
}

/** A filter in which placeholders are quoted values, with or without quotes of their own. */
function filterCode(value: unknown): string {
  if (typeof value !== 'string') return valueCode(value, '  ')
  return template(value.replace(/(["'])(\{[\w.-]+\})\1/g, '$2'), (name) => `quoted(${reference(name)})`)
}

function bindsInFilter(step: PlanStep): boolean {
  return step.type !== 'transform' && /\{[\w.-]+\}/.test(String(step.params?.filter ?? ''))
}

/** What the code of operations calls. */
const rowsHelper = `const rowsOf = (value) => (Array.isArray(value) ? value : (value?.resource ?? [value]))
function onRows(value, change) {
  if (Array.isArray(value)) return change(value)
  return Array.isArray(value?.resource) ? { ...value, resource: change(value.resource) } : (change([value])[0] ?? null)
}`

/** The code of an operation on the value of a variable. */
function operationCode(operation: TransformOperation, whole: string): string {
  const onRows = (code: string) => `onRows(${whole}, (rows) => ${code})`
  const onMembers = (code: string) => onRows(`rows.map((row) => Object.fromEntries(Object.entries(row)${code}))`)
  switch (operation.op) {
    case 'pick':
      return onMembers(`.filter(([name]) => ${literal(operation.fields)}.includes(name))`)
    case 'omit':
      return onMembers(`.filter(([name]) => !${literal(operation.fields)}.includes(name))`)
    case 'rename':
      return onMembers(`.map(([name, value]) => [${literal(operation.map)}[name] ?? name, value])`)
    case 'defaults':
      return onRows(`rows.map((row) => ({ ...${valueCode(operation.values, '')}, ...row }))`)
    case 'filter': {
      const { field, cmp = 'eq', value } = operation
      return onRows(`rows.filter((row) => ${comparison(`row[${literal(field)}]`, cmp, valueCode(value, ''))})`)
    }
    case 'sort': {
      const [less, more] = operation.dir === 'desc' ? ['>', '<'] : ['<', '>']
      const one = `one[${literal(operation.by)}]`
      const other = `other[${literal(operation.by)}]`
      return onRows(`rows.toSorted((one, other) => (${one} ${less} ${other} ? -1 : ${one} ${more} ${other} ? 1 : 0))`)
    }
    case 'limit':
      return onRows(`rows.slice(0, ${literal(operation.count)})`)
    case 'first':
      return `rowsOf(${whole})[0] ?? null`
    case 'count':
      return `{ count: rowsOf(${whole}).length }`
    case 'wrap':
      return `{ ${property(operation.key ?? 'data')}: ${whole} }`
    case 'unwrap':
      return `${whole}?.[${literal(operation.key ?? 'resource')}]`
  }
}

const symbols = { eq: '===', ne: '!==', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function comparison(left: string, cmp: Comparison, right: string): string {
  if (cmp === 'contains') return `String(${left}).includes(${right})`
  if (cmp === 'in') return `[${right}].flat().includes(${left})`
  return `${left} ${symbols[cmp]} ${right}`
}

/** A value as code: a placeholder alone is the value that it refers to, within a text it is pasted. */
function valueCode(value: unknown, indent: string): string {
  if (typeof value === 'string') {
    const alone = /^\{([\w.-]+)\}$/.exec(value)?.[1]
    return alone === undefined ? template(value, (name) => `${reference(name)} ?? ''`) : reference(alone)
  }
  if (typeof value !== 'object' || value === null) return literal(value)
  const inner = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map((each) => `${inner}${valueCode(each, inner)},`)
    : Object.entries(value).map(([name, each]) => `${inner}${property(name)}: ${valueCode(each, inner)},`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return entries.length === 0 ? `${open}${close}` : `${open}\n${entries.join('\n')}\n${indent}${close}`
}

/** A text with placeholders as a template literal. */
function template(value: string, code: (name: string) => string): string {
  const parts = value.split(/\{([\w.-]+)\}/)
  if (parts.length === 1) return literal(value)
  const written = parts.map((part, at) => (at % 2 === 1 ? `\${${code(part)}}` : part.replace(/[\\`$]/g, '\\$&')))
  return `\`${written.join('')}\``
}

const callerValues: Readonly<Record<string, string>> = {
  'user.id': 'platform.session.user?.id',
  'user.email': 'platform.session.user?.email',
  'role.id': 'platform.session.role?.id',
  'role.name': 'platform.session.role?.name',
  'app.id': 'platform.session.app?.id',
  'app.name': 'platform.session.app?.name',
  now: 'new Date().toISOString()',
}

const roots: Readonly<Record<string, string>> = {
  path: 'path',
  query: 'query',
  body: 'body',
  steps: 'steps',
  item: 'item',
  header: 'event.request.headers',
}

/** The code of a placeholder: `steps?.["orders"]?.["resource"]?.[0]`. */
function reference(name: string): string {
  if (Object.hasOwn(callerValues, name)) return callerValues[name] ?? ''
  const [root = '', ...rest] = name.split('.')
  const base = Object.hasOwn(roots, root) ? roots[root] : 'undefined'
  return base + rest.map((part) => (/^\d+$/.test(part) ? `?.[${part}]` : `?.[${literal(part)}]`)).join('')
}

function property(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

/** A value as a literal, whatever line separators its texts contain. */
function literal(value: unknown): string {
  return JSON.stringify(value ?? null).replace(/[\u2028\u2029]/g, (at) => (at === '\u2028' ? '\\u2028' : '\\u2029'))
}
