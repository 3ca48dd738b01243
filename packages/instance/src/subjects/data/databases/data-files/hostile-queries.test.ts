import { beforeAll, expect, it } from 'vitest'
import { fileCalls } from '../../../../testing/file-calls.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as } = instance
const { put } = fileCalls(instance, 'shelf')

async function add(name: string, type: string, config: object): Promise<number> {
  const body = { resource: [{ name, label: name, type, is_active: true, config }] }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
  expect(made.status).toBe(201)
  return made.body.resource[0].id
}

beforeAll(async () => {
  const shelf = await add('shelf', 'local_file', { container: 'hostile-queries' })
  await put('part.csv', 'id,name\n1,first\n2,second\n')
  await put('hidden.txt', 'secret,plan\n1,canary-of-the-folder\n')
  await add('data', 'duckdb', { storage_service_id: shelf })
})

/** What reads other files, opens other databases, writes, or loads code, in DuckDB and in SQLite, which runs the statements here. */
const statements = [
  "read_csv('/etc/passwd')",
  "read_text('/etc/passwd')",
  "read_blob('hidden.txt')",
  "glob('/etc/*')",
  "readfile('/etc/passwd')",
  "getenv('HOME')",
  "ATTACH '/etc/passwd' AS other",
  "COPY part TO '/tmp/millwright-copied.csv'",
  'INSTALL httpfs',
  'LOAD httpfs',
  "load_extension('/tmp/evil.so')",
  'PRAGMA database_list',
  "1; ATTACH 'x' AS y; --",
  '(SELECT group_concat(name) FROM sqlite_schema)',
  'sqlite_version()',
] as const

const asParameter = (name: string) => (statement: string) => `data/_table/part?${name}=${encodeURIComponent(statement)}`
const places: readonly (readonly [string, (statement: string) => string])[] = [
  ['a filter', asParameter('filter')],
  ['a value of a filter', (statement) => asParameter('filter')(`name = ${statement}`)],
  ['fields', asParameter('fields')],
  ['an order', asParameter('order')],
  ['a group', asParameter('group')],
  ['a table', (statement) => `data/_table/${encodeURIComponent(statement)}`],
  ['a table in the list of tables', (statement) => `data/_schema/${encodeURIComponent(statement)}`],
  ['a procedure', (statement) => `data/_proc/${encodeURIComponent(statement)}`],
  ['a function', (statement) => `data/_func/${encodeURIComponent(statement)}`],
]

it.each(places)('runs nothing that is written as %s', async (_, pathOf) => {
  for (const statement of statements) {
    const { status, body } = await send('GET', pathOf(statement), { as })
    const text = JSON.stringify(body)
    // A text that is compared, and is no name of anything.
    if (status === 200) expect(body, statement).toMatchObject({ resource: [] })
    else expect([400, 404, 501], `${statement}: ${text}`).toContain(status)
    expect(text).not.toMatch(/canary|root:|CREATE TABLE|3\.\d+\.\d+/)
  }
})

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('takes no %s, which could write a file or a view of one', async (verb) => {
  const view = { name: 'passwd', type: 'view', view: "SELECT * FROM read_csv('/etc/passwd')" }
  for (const [path, body] of [
    ['data/_schema', { resource: [view] }],
    ['data/_table/part', { resource: [{ id: 1, name: "x'); ATTACH '/etc/passwd' AS y; --" }] }],
  ] as const)
    expect((await send(verb, path, { as, body })).status, path).toBeOneOf([400, 404, 405, 501])
  expect((await send('GET', 'data/_table/part', { as })).body).toEqual({
    resource: [
      { id: 1, name: 'first' },
      { id: 2, name: 'second' },
    ],
  })
})

it('shows no files beside those of its folder that are tables, however they are named', async () => {
  for (const name of [
    'hidden',
    'hidden.txt',
    '../hidden.txt',
    '/etc/passwd',
    'part.csv/../hidden.txt',
    'file:///etc/passwd',
  ])
    expect((await send('GET', `data/_table/${encodeURIComponent(name)}`, { as })).body, name).not.toHaveProperty(
      'resource',
    )
})
