import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRecord } from '@millwright/contract/wire/is-record'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import {
  generateClients,
  hasOpenapiTools,
  openPrism,
  runOpenapiTool,
} from '../../../testing/counterparts/openapi-tools.ts'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { makeLibrary } from '../../../testing/databases/library.ts'
import { makeWorkshop } from '../../../testing/databases/workshop.ts'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const id = { name: 'id', type: 'id' }
const optional = (name: string, type: string) => ({ name, type, allow_null: true })
const types = [
  'string',
  'text',
  'integer',
  'bigint',
  'decimal',
  'float',
  'double',
  'boolean',
  'date',
  'time',
  'datetime',
  'timestamp',
  'binary',
  'money',
]

/** Tables by schema: with many relations, of each type, with names that are hard to carry, and with many columns. */
const written: Readonly<Record<string, readonly { name: string; field: readonly object[] }[]>> = {
  connected: Array.from({ length: 20 }, (_, at) => ({
    name: `table_${at}`,
    field: [
      id,
      ...(at < 7 ? [] : [{ name: 'up_id', type: 'reference', ref_table: `table_${at % 7}`, ref_field: 'id' }]),
    ],
  })),
  types: [
    {
      name: 'each_type',
      field: [
        id,
        ...types.map((type) => optional(`a_${type}`, type)),
        { name: 'state', type: 'string', picklist: ['open', 'done'], allow_null: false },
      ],
    },
  ],
  names: [
    { name: 'select', field: [id, { name: 'from', type: 'string', allow_null: false }] },
    { name: 'constructor', field: [id, optional('toString', 'string'), optional('größe', 'integer')] },
    { name: 'x_1', field: [id, optional('1st', 'string'), optional('a.b', 'string')] },
  ],
  wide: [
    {
      name: 'measurement',
      field: [
        id,
        ...Array.from({ length: 200 }, (_, at) => optional(`value_${at}`, at % 2 === 0 ? 'integer' : 'double')),
      ],
    },
  ],
}
const schemas = [...Object.keys(written), 'library', 'workshop']

/** Calls that succeed, by schema. */
const calls: Readonly<Record<string, readonly (readonly [string, string, object?])[]>> = {
  connected: [
    ['POST', '/_table/table_0', { resource: [{ id: 1 }] }],
    ['POST', '/_table/table_7', { resource: [{ id: 1, up_id: 1 }] }],
    ['GET', '/_table/table_7?related=*'],
    ['GET', '/_table/table_0/1?related=*'],
  ],
  types: [
    [
      'POST',
      '/_table/each_type',
      { resource: [{ state: 'open' }, { state: 'done', a_date: '2026-02-28', a_text: '' }] },
    ],
    ['GET', '/_table/each_type'],
    ['PATCH', '/_table/each_type/1', { a_integer: 5, a_boolean: true, a_double: 0.5 }],
    ['GET', '/_table/each_type/1?fields=*'],
  ],
  names: [
    ['POST', '/_table/select', { resource: [{ from: 'here' }] }],
    ['GET', '/_table/select?filter=from%3Dhere&include_count=true'],
    // Prism's validator takes an inherited `toString` for a member, so that each answer has to have one of its own.
    ['POST', '/_table/constructor?fields=*', { resource: [{ toString: 'a', größe: 5 }] }],
    ['GET', '/_table/constructor/1'],
  ],
  wide: [
    ['POST', '/_table/measurement', { resource: [{ value_0: 1, value_1: 0.5 }] }],
    ['GET', '/_table/measurement?limit=1'],
  ],
  library: [
    ['GET', '/_table/author?related=*&order=name'],
    ['GET', '/_table/book/1?related=*'],
    ['GET', '/_table/author?count_only=true'],
    ['GET', '/_table/author?as_list=true'],
    ['PATCH', '/_table/author/1', { born: null }],
  ],
  workshop: [
    [
      'POST',
      '/_table/part',
      {
        resource: [
          { name: 'Bolt', price: 1.25 },
          { name: 'Nut', code: null },
        ],
      },
    ],
    ['PUT', '/_table/part/1', { qty: 4 }],
    ['GET', '/_table/part?fields=name,qty&limit=5'],
    ['DELETE', '/_table/part?ids=1,2'],
    ['GET', '/_schema/part'],
    ['GET', '/_table'],
  ],
}

const compiler = fileURLToPath(new URL('../../../../../../node_modules/typescript/bin/tsc', import.meta.url))
const { server, send, root: as } = sharedInstance()
beforeAll(() => server.listen({ host: '127.0.0.1', port: 0 }))

forEachEngine('tools of other makers, with documents of databases', (on) => {
  if (!hasOpenapiTools) return it.skipIf(!hasOpenapiTools)('where they are installed', () => {})
  const opened = schemas.map((name) => ({ name, service: `${name}_${on.type}`, ...on.share() }))
  const folder = fixture(
    async () => ({ path: await mkdtemp(join(tmpdir(), 'millwright-openapi-')) }),
    ({ path }) => rm(path, { recursive: true, force: true }),
  )
  const fileOf = (service: string, version: string) => join(folder.path, `${service}-${version}.json`)
  const files = () => opened.flatMap(({ service }) => ['3.0', '3.1'].map((version) => fileOf(service, version)))

  beforeAll(async () => {
    for (const { name, service, database, config } of opened) {
      const resource = [{ name: service, label: name, type: on.type, is_active: true, config: { ...config } }]
      expect((await send('POST', 'system/service', { as, body: { resource } })).status).toBe(201)
      if (name === 'library') await makeLibrary({ database, engine: on.engine })
      if (name === 'workshop') await makeWorkshop({ database, engine: on.engine })
      const tables = written[name]
      if (tables !== undefined) {
        const made = await send('POST', `${service}/_schema`, { as, body: { resource: tables } })
        expect([made.status, made.body]).toEqual([200, expect.anything()])
      }
      await send('GET', `${service}/_schema?refresh=true`, { as })
      for (const version of ['3.0', '3.1']) {
        const { body } = await send('GET', `api_docs/${service}?openapi=${version}`, { as })
        await writeFile(fileOf(service, version), JSON.stringify(body))
      }
    }
  })

  it('Redocly and Spectral find no errors', async () => {
    const redocly = await runOpenapiTool('redocly', ['lint', ...files(), '--extends=recommended', '--format=summary'])
    expect([redocly.code, redocly.output]).toEqual([0, expect.anything()])
    const rules = join(folder.path, 'rules.yaml')
    await writeFile(rules, 'extends: ["spectral:oas"]\n')
    const spectral = await runOpenapiTool('spectral', [
      'lint',
      ...files(),
      '--ruleset',
      rules,
      '--format',
      'text',
      '-D',
    ])
    expect([spectral.code, spectral.output]).toEqual([0, expect.anything()])
  })

  it('Orval and swagger-typescript-api generate clients that compile', async () => {
    const into = join(folder.path, 'clients')
    await mkdir(into)
    const generated = await generateClients(into, files())
    expect([generated.code, generated.output]).toEqual([0, expect.anything()])
    const lib = ['es2024', 'dom', 'dom.iterable']
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, target: 'es2024', lib, types: [] }
    await writeFile(
      join(into, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { ...compilerOptions, module: 'esnext', moduleResolution: 'bundler' },
        include: ['*.ts'],
      }),
    )
    const errors = await new Promise<string>((resolve) => {
      execFile(process.execPath, [compiler, '-p', into], (_error, said, failed) => resolve(said + failed))
    })
    expect(errors).toBe('')
  })

  it.for(schemas)('Prism finds no violation in calls of %s', async (name) => {
    const service = `${name}_${on.type}`
    const { port } = server.server.address() as AddressInfo
    const prism = await openPrism(fileOf(service, '3.0'), `http://127.0.0.1:${port}/api/v2/${service}`)
    onTestFinished(() => prism.close())
    for (const [method, path, body] of calls[name] ?? []) {
      const answer = await fetch(`${prism.address}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-dreamfactory-session-token': as.token },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const said: unknown = await answer.json()
      const violations = isRecord(said) ? said.validation : undefined
      expect([method, path, answer.status, violations ?? said]).toEqual([method, path, 200, expect.anything()])
    }
  })
})
