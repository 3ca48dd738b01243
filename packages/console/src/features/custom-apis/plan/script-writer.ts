import { type PlanStep, type RequestStep, stepKey } from '@millwright/contract/records/execution-plan'
import type { Verb } from '@millwright/contract/verbs'
import { operationCode, rowsHelper } from './script-operations.ts'
import { literal, property, reference, template, valueCode } from './script-values.ts'

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
