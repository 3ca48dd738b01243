import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { sqlite } from '../../../../testing/databases/test-engines.ts'
import { schemaCalls } from '../suite/schema-calls.ts'
import { sharedServiceOn } from '../suite/service-on.ts'

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    "a'b",
    'a"b',
    '); DROP TABLE kept; --',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    -1,
    1e99,
    0.5,
    true,
    null,
  ),
  fc.anything({ maxDepth: 2, maxKeys: 3 }),
)
const members = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, odd])), { requiredKeys: [] })
const typed = fc.record(
  {
    type: fc.constantFrom<unknown>(
      'id',
      'string',
      'reference',
      'virtual',
      'timestamp_on_update',
      'varchar(9) UNIQUE',
      '',
    ),
  },
  { requiredKeys: [] },
)
const together = <First extends object, Second extends object>(one: fc.Arbitrary<First>, other: fc.Arbitrary<Second>) =>
  fc.tuple(one, other).map(([first, second]) => ({ ...first, ...second }))
const field = together(
  members(
    'name',
    'type',
    'db_type',
    'length',
    'precision',
    'default',
    'ref_table',
    'ref_field',
    'picklist',
    'validation',
    'db_function',
    'is_virtual',
    'is_unique',
    'allow_null',
    'alias',
  ),
  typed,
)
const relation = members(
  'name',
  'type',
  'is_virtual',
  'field',
  'ref_table',
  'ref_field',
  'ref_service_id',
  'junction_table',
  'alias',
  'always_fetch',
)
const table = fc.record(
  {
    name: fc.oneof(odd, fc.constantFrom('kept', 'fresh')),
    label: odd,
    alias: odd,
    field: fc.oneof(odd, fc.array(field, { maxLength: 3 })),
    related: fc.oneof(odd, fc.array(relation, { maxLength: 2 })),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  table,
  field,
  relation,
  odd,
  fc.array(fc.oneof(table, field, relation, odd), { maxLength: 3 }).map((resource) => ({ resource })),
)
const place = fc.constantFrom(
  '',
  '/kept',
  '/kept/_field',
  '/kept/_field/name',
  '/kept/_related',
  '/kept/_related/x',
  '/fresh',
)

forEachEngine(
  'any request to _schema',
  (on) => {
    const { call, done } = schemaCalls(sharedServiceOn(on))

    test('is accepted or rejected, and never causes a server error', async () => {
      await done('POST', '', {
        name: 'kept',
        field: [
          { name: 'id', type: 'id' },
          { name: 'name', type: 'string' },
        ],
      })
      await fc.assert(
        fc.asyncProperty(fc.constantFrom('POST', 'PUT', 'PATCH'), place, body, async (verb, path, sent) => {
          const { status, body: answer } = await call(verb, path, sent)
          expect({ status, message: answer.error?.message }).toSatisfy(
            () => status === 200 || (status >= 400 && status < 500),
          )
        }),
        { numRuns: 150 },
      )
      expect((await done('GET', '?refresh=true')).resource).toContainEqual({ name: 'kept' })
    })
  },
  [sqlite],
)
