import fc from 'fast-check'
import type { Json } from '../openapi/described-operations.ts'
import type { SendOptions } from '../send.ts'
import { zipOf } from '../zip.ts'
import { recordsFrom, someOf } from './hostile-records.ts'
import type { HostileValues } from './hostile-values.ts'
import type { Operation } from './operations.ts'

/** A request of an attacker. */
export interface Step {
  readonly verb: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: SendOptions['headers']
  /** Records of `system` that a package brings, by type. */
  readonly packed?: Readonly<Record<string, unknown>>
}

/** What is sent for a step. */
export async function sentFor({ body, headers, packed }: Step): Promise<SendOptions> {
  if (packed === undefined) return { body, ...(headers === undefined ? {} : { headers }) }
  const types = Object.keys(packed)
  const archive = await zipOf({
    'package.json': { version: '0.1', service: { system: Object.fromEntries(types.map((type) => [type, ['evil1']])) } },
    ...Object.fromEntries(types.map((type) => [`system/${type}.json`, [packed[type]]])),
  })
  const form = new FormData()
  form.append('files', new Blob([archive]), 'a.zip')
  form.append('overwrite', 'true')
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}

/** Random sequences of the operations that a caller may use, which must not be empty. `all`: what packages can bring. */
export function stepsOf(
  allowed: readonly Operation[],
  all: readonly Operation[],
  values: HostileValues,
): fc.Arbitrary<Step[]> {
  const { recordOf, anyValue } = recordsFrom(values)
  const each = allowed.map((operation) => ({ weight: weightOf(operation, allowed), arbitrary: stepOf(operation) }))
  if (allowed.some(({ verb, path }) => verb === 'POST' && path === 'system/package'))
    each.push({ weight: 30, arbitrary: packages() })
  return fc.array(fc.oneof(...each), { minLength: 20, maxLength: 60, size: 'max' })

  function packages(): fc.Arbitrary<Step> {
    const brought = all.filter(({ verb, path, body }) => verb === 'POST' && isCollection(path) && body !== null)
    return fc.oneof(
      ...brought.map(({ path, body, document }) =>
        recordOf(document, body ?? {}, 'new').map(
          (record): Step => ({
            verb: 'POST',
            path: 'system/package',
            packed: { [path.slice('system/'.length)]: { id: 1, ...record, name: 'evil1' } },
          }),
        ),
      ),
    )
  }

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

const isCollection = (path: string) => /^system\/\w+$/.test(path)
const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Mostly writes of records. */
function weightOf({ verb, path }: Operation, allowed: readonly Operation[]): number {
  if (verb === 'GET') return 1
  if (verb === 'POST' && allowed.some((each) => each.verb === 'DELETE' && each.path === `${path}/{id}`)) return 12
  return verb === 'PATCH' && path.endsWith('{id}') ? 8 : 2
}
