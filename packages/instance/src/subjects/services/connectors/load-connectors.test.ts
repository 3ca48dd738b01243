import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasTables } from '../../../gateway/service-kind.ts'
import { createServiceKinds, replacedTypes } from '../../../service-kinds.ts'
import { openTestInstance } from '../../../testing/open-test-instance.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { useTemplate } from '../../../testing/template-connector.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { loadConnectors } from './load-connectors.ts'
import { makeConnector } from './new-connector.ts'

const folder = mkdtempSync(join(tmpdir(), 'millwright-connectors-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const instance = sharedInstance()
const { send, root: as, failures, make, exchangeKinds } = instance

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

async function load(...named: string[]) {
  const lines: string[] = []
  const found = await loadConnectors({ named, from: folder, log: (line) => void lines.push(line), patience: 5_000 })
  return { found, lines }
}

const declared = (more: string) =>
  `export const connectors = [{ name: 'odd', label: 'Odd', group: 'IoT', description: 'Does.', shape: 'api', settings: {}, load() {}, ${more} }]`

describe('a connector that cannot be loaded is a line in the log, and nothing more', () => {
  it.each([
    ['./none', null, 'there is no such folder.'],
    ['no-such-package', null, 'no package of that name is installed.'],
    ['./throws', 'throw new Error("no such thing")', 'no such thing'],
    ['./syntax', 'export const', 'Unexpected'],
    ['./empty', 'export const other = 1', 'it exports no list named connectors.'],
    ['./name', declared("name: 'Odd Name'"), 'its name must be'],
    ['./label', declared("label: ''"), "'odd' has no label."],
    ['./shape', declared("shape: 'round'"), "the shape of 'odd' must be one of"],
    ['./group', declared("group: 'File'"), "'odd' cannot have the group 'File' and the shape 'api'."],
    ['./script', declared("group: 'Script'"), "'odd' cannot have the group 'Script'"],
    ['./load', declared('load: 1'), "'odd' has no function load."],
    ['./check', declared('check: 1'), "check of 'odd' must be a function."],
    [
      './settings',
      declared("settings: { a: { type: 'odd' } }"),
      "the setting 'a' of 'odd' has no type that can be used.",
    ],
    ['./throws-null', 'throw null', 'null'],
    ['./throws-nothing', 'throw Object.create(null)', 'something without a text was thrown'],
    ['./rejects', 'await Promise.reject(new Error("not today"))', 'not today'],
    ['./hangs', 'await new Promise(() => {})', 'it is not loaded after 5 seconds.'],
    ['./no-list', 'export const connectors = 5', 'it exports no list named connectors.'],
    ['./no-object', 'export const connectors = [null]', 'it is not an object.'],
    ['./no-text', declared('name: 5'), 'its name must be'],
    ['./prototype', declared("name: '__proto__'"), 'its name must be'],
    ['./long-name', declared("name: 'a'.repeat(41)"), 'its name must be'],
    [
      './long-label',
      declared("label: 'a'.repeat(1e6)"),
      "the label of 'odd' must be a text of at most 200 characters.",
    ],
    ['./odd-label', declared('label: {}'), "the label of 'odd' must be a text"],
    ['./getter', declared("get label() { throw new Error('not now') }"), 'not now'],
    ['./trial', declared("trial: { resource: '' }"), "trial of 'odd' must have"],
    ['./paths', declared("paths: [{ path: '', verbs: ['LOOK'] }]"), "paths of 'odd' must be a list"],
    [
      './setting-name',
      declared("settings: { 'a b': { type: 'string' } }"),
      "'a b' of 'odd' has no name that can be used.",
    ],
    ['./default', declared("settings: { a: { type: 'string', default() {} } }"), 'has no default that can be used.'],
    ['./values', declared("settings: { a: { type: 'picklist', values: 5 } }"), 'has no values that can be used.'],
    ['./items', declared("settings: { a: { type: 'array', items: { b: 5 } } }"), 'has no items that can be used.'],
    ['./many', declared('settings: Object.fromEntries(Array(201).entries())'), "'odd' has more than 200 settings."],
    ['./twice', `${declared('')}; connectors.push(connectors[0])`, "there is a connector for the type 'odd' already."],
  ])('%s', async (named, text, reason) => {
    if (text !== null) write(`${named}/index.js`, text)
    const { found, lines } = await load(named)
    expect(found).toEqual({ kinds: [], failed: [named] })
    expect(lines).toEqual([expect.stringMatching(/^The connector '.*' could not be loaded: /)])
    expect(lines[0]).toContain(reason)
  })
})

it('a package is found in node_modules by its exports', async () => {
  const main = declared("name: 'packaged'")
  write(
    'node_modules/@acme/connector/package.json',
    '{"name":"@acme/connector","exports":{".":{"import":"./lib.mjs"}}}',
  )
  write('node_modules/@acme/connector/lib.mjs', main)
  const { found, lines } = await load('@acme/connector')
  expect(lines).toEqual([])
  expect(found.kinds).toMatchObject([{ name: 'packaged', config: {}, singleton: false }])
})

it('types of the instance cannot be replaced by a connector', async () => {
  const own = createServiceKinds().all.filter(({ make }) => make !== undefined)
  const names = own.map(({ name }) => name)
  write(
    'own/index.js',
    `${declared('')}; connectors.push(...${JSON.stringify(names)}.map((name) => ({ ...connectors[0], name })))`,
  )
  const { found } = await load('./own')
  expect(replacedTypes(found)).toEqual(names)
  const kinds = createServiceKinds(found)
  expect(own.filter((kind) => kinds.of(kind.name) !== kind)).toEqual([])
})

it('the first of two connectors for one type is loaded', async () => {
  write('first/index.js', declared("label: 'First'"))
  write('second/index.js', declared("label: 'Second'"))
  const { found, lines } = await load('./first', './second')
  expect(found).toMatchObject({ kinds: [{ label: 'First' }], failed: ['./second'] })
  expect(lines).toEqual([
    "The connector './second' could not be loaded: there is a connector for the type 'odd' already.",
  ])
})

it('an instance starts without connectors that fail to load, and with the others', async () => {
  for (const [name, text] of Object.entries({
    broken: 'throw 5',
    garbage: declared('settings: 5'),
    fine: declared(''),
  })) {
    write(`at-start/${name}/index.js`, text)
  }
  const connectors = ['broken', 'garbage', 'fine'].map((name) => join(folder, 'at-start', name))
  await using started = await openTestInstance({ config: { connectors } })
  const types = await started.send('GET', 'system/service_type?group=IoT&as_list=true', { as: started.root })
  expect(types).toMatchObject({ status: 200, body: { resource: ['amqp', 'mqtt', 'odd'] } })
  expect(started.failures.splice(0)).toEqual([
    expect.stringMatching(/broken' could not be loaded: 5$/),
    expect.stringMatching(/garbage' could not be loaded: 'odd' has no settings\.$/),
  ])
})

it('a template is created once, with a known shape', () => {
  expect(() => makeConnector('round', join(folder, 'x'))).toThrow('The shape of a connector is one of')
  expect(() => makeConnector('api', folder)).toThrow('There is something at')
  expect(() => makeConnector('api', join(folder, '___'))).toThrow('needs letters')
  expect(makeConnector('api', join(folder, '1 Big-Ünit'))).toBe('big_nit')
})

describe('services of a connector', () => {
  const service = async (type: string, config: object) => {
    const name = `by-${type.replaceAll('_', '-')}`
    const body = { resource: [{ name, label: name, type, is_active: true, config }] }
    const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
    return { name, made, id: made.body.resource?.[0].id }
  }

  it('have the settings it declares: validated, tested, with secrets omitted from responses', async () => {
    const { type, close } = await useTemplate(instance, 'messages', 'test-messages')
    onTestFinished(close)
    const refused = await service(type, { address: 'ftp://x.test' })
    expect(refused.made).toMatchObject({ status: 400 })
    expect(JSON.stringify(refused.made.body)).toContain('address must begin with http:// or https://.')
    const { name, id } = await service(type, { address: 'http://127.0.0.1:9/', token: 'do not tell' })
    expect(await send('GET', `system/service/${id}`, { as })).toMatchObject({
      body: { config: { token: '**********' } },
    })
    expect(await send('POST', 'system/service_check', { as, body: { id, config: {} } })).toMatchObject({
      body: { success: false, reason: 'The receiver of messages does not respond.' },
    })
    expect(await send('POST', name, { as, body: { a: 1 } })).toMatchObject({ status: 503 })
    expect(await send('GET', `system/service/${id}?related=health`, { as })).toMatchObject({
      body: { health: [{ healthy: false, reason: 'The receiver of messages does not respond.' }] },
    })
    const described = await send<{ paths: object }>('GET', `api_docs/${name}`, { as })
    expect(Object.keys(described.body.paths)).toEqual(['/'])
    expect(await send('GET', `${name}?as_access_list=true`, { as })).toMatchObject({ body: { resource: ['', '*'] } })
    const events = await send<{ [name: string]: object }>('GET', 'system/event?as_list=true', { as })
    expect(JSON.stringify(events.body)).toContain(`${name}.post`)
  })

  it('have settings for full administrators only, as far as it does not declare what they confer', async () => {
    const settings = "settings: { address: { type: 'string' }, note: { type: 'string', authority: 'plain' } }"
    write('older/index.js', declared(`name: 'older', ${settings}`))
    exchangeKinds(createServiceKinds((await load('./older')).found))
    onTestFinished(() => exchangeKinds(createServiceKinds()))
    const restricted = await restrictedAdmin(instance, ['services'])
    const create = (name: string, config: object, by: object) =>
      send('POST', 'system/service', { ...by, body: [{ name, label: name, type: 'older', config }] })
    expect(JSON.stringify((await create('mine', { address: 'x' }, restricted)).body)).toContain(
      "Only full administrators can set 'address'.",
    )
    expect((await create('mine', { note: 'x' }, restricted)).status).toBe(201)
    expect((await create('theirs', { address: 'x' }, { as })).status).toBe(201)
  })

  it('respond with 503 and a reason if its code fails, which the log and their health report', async () => {
    write('fails/index.js', declared("name: 'fails', load: () => import('./none.js')"))
    write(
      'odd-answers/index.js',
      declared(
        "name: 'odd_answers', load: async () => ({ open: () => ({ handle: async ({ resource }) => { if (resource === 'x') throw new TypeError('a defect'); return 5 } }) })",
      ),
    )
    exchangeKinds(createServiceKinds((await load('./fails', './odd-answers')).found))
    const fails = await service('fails', {})
    expect(await send('GET', `${fails.name}/x`, { as })).toMatchObject({
      status: 503,
      body: { error: { message: "The service 'by-fails' cannot be started." } },
    })
    expect(await send('GET', `system/service/${fails.id}?related=health`, { as })).toMatchObject({
      body: { health: [{ healthy: false }] },
    })
    const { name } = await service('odd_answers', {})
    expect(await send('GET', `${name}/x`, { as })).toMatchObject({ status: 503 })
    expect(await send('GET', `${name}/y`, { as })).toMatchObject({ status: 503 })
    expect(failures.splice(0)).toEqual([
      expect.stringContaining("Starting the connector 'fails' for the service by-fails"),
      "The connector 'odd_answers' failed for the service by-odd-answers: a defect",
    ])
  })

  it('respond with 503 if its code lacks a function that its shape requires, for every shape', async () => {
    const shapes = {
      database: 'Database',
      documents: 'Database',
      files: 'File',
      cache: 'Cache',
      messages: 'Notification',
      api: 'IoT',
    }
    for (const [shape, group] of Object.entries(shapes)) {
      for (const [kind, opened] of Object.entries({ nothing: 'null', empty: '{}' })) {
        const type = `${kind}-${shape}`
        const of = `name: '${type}', shape: '${shape}', group: '${group}', load: async () => ({ open: () => (${opened}) })`
        write(`${type}/index.js`, declared(of))
        exchangeKinds(createServiceKinds((await load(`./${type}`)).found))
        const { name, id } = await service(type, {})
        const path = hasTables(group) ? '_table/x' : 'x'
        expect([type, (await send('GET', `${name}/${path}`, { as })).status]).toEqual([type, 503])
        expect(await send('GET', `system/service/${id}?related=health`, { as })).toMatchObject({
          body: { health: [{ healthy: false }] },
        })
        expect(failures.splice(0)).toContainEqual(expect.stringMatching(/: open gives no function '[a-z]+'\.$/i))
      }
    }
  })

  it('are validated and described without affecting others if its declaration fails', async () => {
    const failing = "name: 'moody', check: () => 5, describe() { throw new Error('no words') }"
    write('moody/index.js', declared(failing))
    const { found, lines } = await load('./moody')
    exchangeKinds(createServiceKinds(found))
    expect((await service('moody', {})).made).toMatchObject({ status: 503 })
    await make.service({ name: 'moody', type: 'moody' })
    for (const path of ['api_docs', 'api_docs/moody', 'system/event', 'system/service_type']) {
      expect([path, (await send('GET', path, { as })).status]).toEqual([path, 200])
    }
    expect(lines).toEqual(
      expect.arrayContaining([
        "The connector 'moody' failed in its function check: it answers no complaints by setting.",
        "The connector 'moody' failed in its function describe: no words",
      ]),
    )
    // Of the services above, which are described too.
    failures.splice(0)
  })

  it('stay, with their settings and the reason, after the connector was removed', async () => {
    exchangeKinds(createServiceKinds((await load('@acme/connector')).found))
    const { name, id } = await service('packaged', {})
    await instance.parts.store.db
      .updateTable('service')
      .set({ type: 'gone_type', config: JSON.stringify({ host: 'h.test', password: 'secret' }) })
      .where('id', '=', Number(id))
      .execute()
    exchangeKinds(createServiceKinds({ kinds: [], failed: ['./none'] }))
    expect(await send('GET', `system/service/${id}`, { as })).toMatchObject({
      body: { type: 'gone_type', config: { host: 'h.test', password: '**********' } },
    })
    const reason = expect.stringContaining('a configured connector could not be loaded')
    expect(await send('GET', name, { as })).toMatchObject({ status: 503, body: { error: { message: reason } } })
    expect(await send('GET', `system/service/${id}?related=health`, { as })).toMatchObject({
      body: { health: [{ healthy: false, reason }] },
    })
    const kept = { label: 'Renamed', config: {} }
    expect(await send('PATCH', `system/service/${id}`, { as, body: kept })).toMatchObject({ status: 200 })
    expect(await send('GET', `system/service/${id}`, { as })).toMatchObject({ body: { config: { host: 'h.test' } } })
  })
})
