import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testInstance } from './test-instance.ts'
import { engines } from './test-store.ts'

type Row = Readonly<Record<string, unknown>>

/** Valid records, made unique by `number`. */
const valid: Readonly<Record<string, (number: number) => Row>> = {
  user: (number) => ({
    name: 'U',
    email: `u${number}@example.test`,
    password: 'secret1',
    lookup_by_user_id: [{ name: 'k', value: 'v' }],
    user_to_app_to_role_by_user_id: [{ app_id: 1, role_id: 1 }],
  }),
  role: (number) => ({
    name: `r${number}`,
    role_service_access_by_role_id: [{ service_id: 1, component: '*', verb_mask: 3, filters: [] }],
    lookup_by_role_id: [{ name: 'x', value: 'y', private: true }],
  }),
  app: (number) => ({ name: `p${number}`, type: 1, storage_service_id: 3, path: 'p', role_id: 1 }),
  service: (number) => ({
    name: `s${number}`,
    type: 'local_file',
    config: { container: 'c', password: 'x' },
    service_doc_by_service_id: { format: 0, content: '{}' },
  }),
  lookup: (number) => ({ name: `l${number}`, value: 'v', private: true }),
  cors: (number) => ({ path: `c${number}/*`, origin: '*', method: ['GET'] }),
  email_template: (number) => ({ name: `m${number}`, to: 'a@example.test', defaults: { a: 'b' }, subject: '{a}' }),
  custom: (number) => ({ name: `k${number}`, value: { a: [1] } }),
  event_script: (number) => ({ name: `files.x${number}.get`, type: 'nodejs', content: 'return', config: '{}' }),
}
const resources = Object.keys(valid)
const members = [
  ...new Set(resources.flatMap((name) => Object.keys(valid[name]?.(0) ?? {}))),
  'id',
  'username',
  'is_active',
  'max_age',
  'description',
  'default_app_id',
  'created_date',
  'app_by_role_id',
  'ids',
]

const strange = fc.constantFrom(
  null,
  true,
  0,
  -1,
  2 ** 31,
  1e300,
  1.5,
  '',
  '1',
  '\0',
  '\ud800',
  '%',
  "'",
  '"',
  '**********',
  'x'.repeat(300),
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    strange,
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 4 }),
  ),
}))

const parameters: Readonly<Record<string, readonly string[]>> = {
  fields: ['*', 'id,name', 'nope'],
  related: ['lookup_by_user_id', 'role_service_access_by_role_id', 'user_by_created_by_id', 'nope'],
  filter: [
    '(name like "%a%")',
    'id in (1,2)',
    'id > 1 and not id = 3',
    'id like 1',
    'name = "\\',
    'id = 99999999999999',
  ],
  order: ['id desc', 'name', 'nope', 'id desc nope'],
  group: ['name', 'nope'],
  limit: ['1', '0', '-5', 'x', '99999999999999999999'],
  offset: ['1', '100000', '-1'],
  ids: ['1', '1,2,3', '4,x,999', ',', '99999999999999999999'],
  include_count: ['true'],
  count_only: ['true'],
  include_schema: ['true'],
  as_list: ['true'],
  id_field: ['name', 'nope'],
  rollback: ['true'],
  continue: ['true'],
  regenerate: ['true'],
  file: ['a.csv', 'b.xml', '\r\n'],
  method: ['GET', 'MERGE', 'nope'],
}
const query = fc
  .array(
    fc
      .constantFrom(...Object.keys(parameters))
      .chain((name) =>
        fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom(...(parameters[name] ?? [])), fc.string())),
      ),
    { maxLength: 3 },
  )
  .map((pairs) => String(new URLSearchParams(pairs)))

const call = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  resource: fc.constantFrom(...resources),
  path: fc.oneof(
    fc.constantFrom('', '/x', '/99999999999', '/1/2', '/%20', '/1%2F2'),
    fc.nat(12).map((id) => `/${id}`),
  ),
  query,
  changes: fc.dictionary(fc.constantFrom(...members), value, { maxKeys: 2 }),
  form: fc.constantFrom('record', 'list', 'wrapped', 'noise'),
  noise: value,
})

describe.each(engines)('an instance on %s', (engine) => {
  it('responds to any record, parameter or path, and rejects it in the envelope', async () => {
    const { send, root } = await testInstance({ engine })
    let number = 0
    const record = (resource: string, changes: Row) => {
      number += 1
      return { ...valid[resource]?.(number), ...changes }
    }
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(call, async ({ method, resource, path, query, changes, form, noise }) => {
        const make = () => record(resource, changes)
        const bodies = { record: make(), list: [make(), make()], wrapped: { resource: [make()] }, noise }
        const body = method === 'GET' ? {} : { body: JSON.stringify(bodies[form]) }
        const headers = { 'content-type': 'application/json' }
        const answer = await send<unknown>(method, `system/${resource}${path}?${query}`, { as: root, headers, ...body })
        statuses.add(answer.status)
        expect(answer.status).toBeLessThan(500)
        if (answer.status >= 400) {
          const error = { code: expect.any(Number), message: expect.any(String), status_code: answer.status }
          expect(answer.body).toMatchObject({ error })
        }
      }),
      { numRuns: 700 },
    )
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
  })
})
