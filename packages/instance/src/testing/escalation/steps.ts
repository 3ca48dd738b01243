import fc from 'fast-check'
import type { Json } from '../openapi/described-operations.ts'
import type { SendOptions } from '../send.ts'
import {
  type BroughtRecords,
  type ConfigForm,
  configBody,
  configuredRecords,
  formOf,
  packedRecords,
} from './brought-records.ts'
import { recordsFrom, someOf } from './hostile-records.ts'
import type { HostileValues } from './hostile-values.ts'
import type { Operation } from './operations.ts'

/** A request of an attacker. */
export interface Step {
  readonly verb: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: SendOptions['headers']
  readonly brought?: BroughtRecords
}

/** What is sent for a step. */
export async function sentFor({ body, headers, brought }: Step): Promise<SendOptions> {
  return brought === undefined ? { body, ...(headers === undefined ? {} : { headers }) } : await formOf(brought)
}

/** What random sequences are drawn from. */
interface StepSources {
  /** Everything that packages can bring. */
  readonly operations: readonly Operation[]
  readonly configuration: ConfigForm
  readonly values: HostileValues
}

/** Random sequences of the operations that a caller may use, which must not be empty. */
export function stepsOf(
  allowed: readonly Operation[],
  { operations, configuration, values }: StepSources,
): fc.Arbitrary<Step[]> {
  const records = recordsFrom(values)
  const { recordOf, anyValue } = records
  const each = allowed.map((operation) => ({ weight: weightOf(operation, allowed), arbitrary: stepOf(operation) }))
  const mayPost = (path: string) => allowed.some((operation) => operation.verb === 'POST' && operation.path === path)
  if (mayPost('system/package')) {
    const packed = operations.filter(({ verb, path, body }) => verb === 'POST' && isCollection(path) && body !== null)
    each.push({ weight: 30, arbitrary: packedRecords(packed, records, values).map(uploadedTo('system/package')) })
  }
  if (mayPost('system/config')) {
    const configured = configuredRecords(configuration, records, values)
    const sent = configured.map(
      (brought): Step => ({ verb: 'POST', path: 'system/config', body: configBody(brought.records) }),
    )
    each.push({ weight: 40, arbitrary: fc.oneof(sent, configured.map(uploadedTo('system/config/folder'))) })
  }
  return fc.array(fc.oneof(...each), { minLength: 20, maxLength: 60, size: 'max' })

  function stepOf({ verb, path, parameters, body, document }: Operation): fc.Arbitrary<Step> {
    const places = path.split(/\{[^}]+\}/)
    const names = parameters.filter((each) => each.in === 'path')
    const address = fc
      .tuple(
        ...places
          .slice(1)
          .map((_, at) => (names[at]?.schema.type === 'integer' ? values.id.map(String) : values.segment)),
      )
      .map((segments) => places.map((place, at) => `${place}${segments[at] ?? ''}`).join(''))
    const asked = fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      someOf(
        parameters.filter((each) => each.in === 'query'),
        2,
      ).chain((chosen) =>
        fc.tuple(
          ...chosen.map(({ name, schema }) =>
            anyValue(document, schema, name, 2).map((value) => `${name}=${encodeURIComponent(plain(value))}`),
          ),
        ),
      ),
    )
    return fc.tuple(address, asked, sentIn(verb, path, body, document)).map(([at, query, sent]) => ({
      verb,
      path: query.length === 0 ? at : `${at}?${query.join('&')}`,
      ...sent,
    }))
  }

  function sentIn(
    verb: string,
    path: string,
    body: Json | null,
    document: Json,
  ): fc.Arbitrary<Pick<Step, 'body' | 'headers'>> {
    if (verb === 'GET' || verb === 'DELETE') return fc.constant({})
    if (body === null) return values.code.map((text) => ({ body: text, headers: { 'content-type': 'text/plain' } }))
    if (verb === 'POST' && !isCollection(path)) return anyValue(document, body, '', 0).map((value) => ({ body: value }))
    const record = recordOf(document, body, verb === 'POST' ? 'new' : 'changed')
    if (!isCollection(path) || verb === 'POST') return record.map((value) => ({ body: value }))
    return fc.tuple(values.id, record).map(([id, value]) => ({ body: { resource: [{ ...value, id }] } }))
  }
}

const uploadedTo =
  (path: string) =>
  (brought: BroughtRecords): Step => ({ verb: 'POST', path, brought })
const isCollection = (path: string) => /^system\/\w+$/.test(path)
const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Mostly writes of records. */
function weightOf({ verb, path }: Operation, allowed: readonly Operation[]): number {
  if (verb === 'GET') return 1
  if (verb === 'POST' && allowed.some((each) => each.verb === 'DELETE' && each.path === `${path}/{id}`)) return 12
  return verb === 'PATCH' && path.endsWith('{id}') ? 8 : 2
}
