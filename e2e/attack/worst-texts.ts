import { recordsOf } from '../harness/api.ts'
import type { HeldNode, SentBody } from './held-node.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const text = (type: string, body: string): SentBody => ({ type, body })
const json = (body: string) => text('application/json', body)
const list = (count: number, item: (at: number) => string) => `[${numbers(count).map(item).join(',')}]`

/** The path of messages to a service for assistants, from that of the API, and a message. */
const toAssistants = (body: string) =>
  ['../../mcp/helper', { ...json(body), accept: 'application/json, text/event-stream' }] as const

/** JSON that takes long to read for its length. */
const shapes: Readonly<Record<string, string>> = {
  '400,000 names': list(400_000, (at) => `{"k${at}":1}`),
  '200,000 records of 49,000 names': list(200_000, (at) => `{"k${at % 49_000}":1}`),
  '10,000 names in 90 levels': list(10_000, (at) => `${`{"n${at}":`.repeat(90)}1${'}'.repeat(90)}`),
  '900,000 texts': list(900_000, (at) => `"s${at}"`),
  '160,000 numbers of 18 digits': list(160_000, (at) => `12345678901.123456${at % 10}`),
}

/** Sends texts that take long to read, in what contains them: bodies, rows, definitions of APIs, and messages of assistants. */
export async function sendWorstTexts({ send, call }: HeldNode): Promise<void> {
  const create = async (path: string, resource: object) => recordsOf(await call('POST', path, { resource: [resource] }))
  for (const [name, shape] of Object.entries(shapes)) {
    await send(`a body of ${name}`, 'POST', 'system/role', json(`{"resource":[{"name":${shape}}]}`))
    await send(`a search with ${name}`, 'POST', 'sample/_table/customer?method=GET', json(`{"params":${shape}}`))
  }

  const field = [
    { name: 'id', type: 'id' },
    { name: 'text', type: 'string' },
  ]
  await create('db/_schema', { name: 'heap', field })
  const row = (at: number) => `{"text":"row ${at}"}`
  await send('50,000 rows', 'POST', 'db/_table/heap', json(`{"resource":${list(50_000, row)}}`))
  const lines = numbers(50_000).map((at) => `row ${at}\n`)
  await send('50,000 rows of CSV', 'POST', 'db/_table/heap', text('text/csv', `text\n${lines.join('')}`))
  const cell = `"${JSON.stringify(numbers(45_000)).replaceAll('"', '""')}"`
  await send('cells of rows', 'POST', 'db/_table/heap', text('text/csv', `heap_by_id\n${`${cell}\n`.repeat(20)}`))
  await send('a change of 100,000 rows', 'PATCH', 'db/_table/heap?filter=id%3E0', json('{"resource":{"text":"same"}}'))
  for (const format of ['json', 'csv', 'xml', 'xlsx'])
    await send(`100,000 rows as ${format}`, 'GET', `db/_table/heap?limit=100000&include_count=true&file=heap.${format}`)
  await send('figures of tables', 'GET', 'db/_schema?figures=true')
  await send('a removal of 100,000 rows', 'DELETE', 'db/_table/heap?filter=id%3E0')
  const tables = list(1_000, (at) => `{"name":"t${at}","field":${JSON.stringify(field)}}`)
  await send('1,000 new tables', 'POST', 'db/_schema', json(`{"resource":${tables}}`))
  await send('1,000 tables', 'GET', 'db/_schema?refresh=true')
  await send('1,000 tables in full', 'GET', 'api_docs/db?expand_schema=true&refresh=true')

  const [{ id } = { id: 0 }] = await create('system/service', {
    name: 'described',
    label: 'Described',
    type: 'rws',
    is_active: true,
    config: { base_url: 'https://described.example.test' },
  })
  const path = (at: number) => `"/p${at}":{"get":{"operationId":"o${at}","responses":{"200":{"description":"ok"}}}}`
  const definition = `{"openapi":"3.0.0","paths":{${numbers(5_000).map(path).join(',')}}}`
  const definitions: readonly (readonly [string, number, string])[] = [
    ['a definition of 5,000 paths', 0, definition],
    [
      'a definition of 5,000 paths in YAML',
      1,
      numbers(5_000)
        .map((at) => `p${at}: {get: {a: 1}}\n`)
        .join(''),
    ],
    ['a definition of 400,000 names', 0, `{"paths":{},"x":${list(400_000, (at) => `{"k${at}":1}`)}}`],
    [
      'a definition of 400,000 names in YAML',
      1,
      numbers(400_000)
        .map((at) => `k${at}: 1\n`)
        .join(''),
    ],
    ['a definition of a list in YAML', 1, `x: [${'a,'.repeat(2_000_000)}]\n`],
    [
      'a definition of 30 doublings',
      1,
      numbers(30)
        .map((at) => `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]\n`)
        .join('')
        .replace('*a-1, *a-1', '1'),
    ],
  ]
  for (const [name, format, content] of definitions) {
    const service_doc_by_service_id = { format, content }
    await send(name, 'PATCH', `system/service/${id}`, json(JSON.stringify({ service_doc_by_service_id })))
    await send(`the document of ${name}`, 'GET', 'api_docs/described?refresh=true')
  }

  const config = { allow_session_auth: true, allow_writes: true }
  await create('system/service', { name: 'helper', label: 'Helper', type: 'mcp', is_active: true, config })
  const message = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
  for (const [name, shape] of Object.entries(shapes)) {
    const called = message(`{"name":"list_tables","arguments":{"a":${shape}}}`)
    await send(`a tool with ${name}`, 'POST', ...toAssistants(called))
  }
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  await send('a batch of 100,000 messages', 'POST', ...toAssistants(list(100_000, () => ping)))
}
