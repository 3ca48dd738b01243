import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

const resources = ['admin', 'user', 'role', 'app', 'service', 'lookup', 'cors', 'custom'] as const
const names = [
  'id',
  'name',
  'email',
  'password',
  'username',
  'is_active',
  'config',
  'type',
  'value',
  'private',
  'method',
  'path',
  'origin',
  'max_age',
  'role_id',
  'service_id',
  'lookup_by_user_id',
  'lookup_by_role_id',
  'lookup_by_app_id',
  'user_to_app_to_role_by_user_id',
  'role_service_access_by_role_id',
  'service_doc_by_service_id',
  'created_date',
  'last_login_date',
  'confirmed',
  'revision',
  '__proto__',
  'constructor',
  'ids',
  'resource',
  'api_key',
  'url',
] as const
const junk = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '*',
    '1',
    '1,2',
    '-1',
    '99999999999',
    '1e9',
    "'",
    '"',
    ';',
    '\\',
    '%',
    'true',
    'null',
    '\0',
    'a'.repeat(300),
  ),
  fc.constantFrom(...names),
)
const operators = fc.constantFrom('=', '!=', '>', '<=', 'like', 'contains', 'starts with', 'ends with', 'in', 'is null')
const filter = fc
  .tuple(fc.constantFrom(...names), operators, junk)
  .map(([name, operator, value]) =>
    operator === 'in' ? `${name} in (${value})` : `${name} ${operator} '${value.replaceAll("'", "''")}'`,
  )
const params = fc.dictionary(
  fc.constantFrom(
    'fields',
    'related',
    'filter',
    'order',
    'group',
    'limit',
    'offset',
    'ids',
    'include_count',
    'count_only',
    'include_schema',
    'as_list',
    'id_field',
    'rollback',
    'continue',
    'regenerate',
  ),
  fc.oneof(junk, filter, fc.constantFrom(...names)),
  { maxKeys: 2 },
)
const value = fc.oneof(
  { depthSize: 'small' },
  junk,
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    2147483648,
    -1,
    1.5,
    1,
    0,
    [],
    {},
    [{}],
    [{ name: 'a' }],
    [{ id: 1, role_id: null }],
    [null],
  ),
)
let made = 0
/** All required fields of any resource, so that the outcome depends on the other fields. */
const base = fc.constant(null).map(() => {
  made += 1
  return {
    name: `n${made}`,
    email: `n${made}@example.test`,
    path: `n${made}/*`,
    origin: '*',
    type: made % 3 === 0 ? 'x' : 0,
  }
})
const record = fc
  .tuple(base, fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 }))
  .map(([sound, rest]) => ({ ...sound, ...rest }))
const body = fc.oneof(
  { arbitrary: record, weight: 4 },
  { arbitrary: fc.record({ resource: fc.array(record, { maxLength: 3 }) }), weight: 4 },
  fc.array(record, { maxLength: 3 }),
  value,
)

describe.each(engines)('any request on %s', (engine) => {
  // Requests may disable mail services, in which case notifications about other changes would rightly fail.
  const { send, root, failures, parts } = sharedInstance({ engine, config: { changeMails: false } })

  it('succeeds or is rejected with a message, and never causes a server error', async () => {
    const call = fc.tuple(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      fc.constantFrom(...resources),
      fc.option(
        fc.oneof(
          { arbitrary: fc.integer({ min: 1, max: 9 }).map(String), weight: 5 },
          fc.constantFrom('0', '-1', '99999999999999'),
          fc.webSegment(),
        ),
      ),
      params,
      fc.option(body),
    )
    await fc.assert(
      fc.asyncProperty(call, async ([verb, resource, id, query, sent]) => {
        const address = `system/${resource}${id === null ? '' : `/${id}`}?${new URLSearchParams(query)}`
        const answer = await send<{ error?: { message: string } }>(verb, address, {
          as: { token: await parts.tokens.issue(root.id, false) },
          ...(sent === null || verb === 'GET'
            ? {}
            : { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }),
        })
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
        if (answer.status >= 400) expect(answer.body.error?.message).toMatch(/\w/)
        expect(failures).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})
