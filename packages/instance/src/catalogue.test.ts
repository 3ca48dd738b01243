import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import type { UsageAnswer } from '@millwright/contract/wire/usage'
import { beforeAll, describe, expect, it } from 'vitest'
import { canRun } from './gateway/service-kind.ts'
import { createServiceKinds } from './service-kinds.ts'
import { connectorsPage, whyNotRun } from './testing/connectors-page.ts'
import { fixture } from './testing/fixture.ts'
import { sharedTests } from './testing/own-tests.ts'
import { exportedPackage, importedPackage } from './testing/package-calls.ts'
import { renewedRuns, type SuiteRun } from './testing/suite-runs.ts'
import { sharedInstance } from './testing/test-instance.ts'
import { plannedRuns } from './testing/tested-against.ts'

const instance = sharedInstance()
const { send, root: as, make, parts, failures } = instance
const kinds = createServiceKinds().all.filter(({ singleton }) => !singleton)
const running = kinds.filter(canRun)
const others = kinds.filter((kind) => !canRun(kind))

const pemOf = (key: ReturnType<typeof generateKeyPairSync>['privateKey']) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()
const account = {
  project_id: 'none',
  client_email: 'none@none.test',
  token_uri: 'http://127.0.0.1:9/token',
  private_key: pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
}

/** Settings that can be saved, of which nothing is there. */
const particular = (filesId: number): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  sqlite: { database: 'catalogue.sqlite' },
  local_file: { container: 'catalogue' },
  aws_dynamodb: { key: 'none', secret: 'none', endpoint: 'http://127.0.0.1:9' },
  couchdb: { dsn: 'http://127.0.0.1:9/' },
  mongodb: { host: '127.0.0.1', port: 9, database: 'none' },
  gridfs: { host: '127.0.0.1', port: 9, database: 'none' },
  azure_blob: { endpoint: 'http://127.0.0.1:9' },
  aws_sns: { key: 'none', secret: 'none', endpoint: 'http://127.0.0.1:9' },
  gcm: { api_key: JSON.stringify(account), endpoint: 'http://127.0.0.1:9' },
  apns: {
    certificate: pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    key_id: 'none',
    team_id: 'none',
    topic: 'none',
    endpoint: 'https://127.0.0.1:9',
  },
  salesforce_db: { client_id: 'none', client_secret: 'none', login_url: 'http://127.0.0.1:9' },
  snowflake: { account: 'none', private_key: account.private_key, endpoint: 'http://127.0.0.1:9' },
  duckdb: { storage_service_id: filesId },
  oidc: { discovery_document: 'https://127.0.0.1:9/none' },
})

async function settingsOf(name: string, fields: ConfigFields): Promise<Record<string, unknown>> {
  const needed = Object.entries(fields).filter(([, field]) => field.required === true && field.source === undefined)
  const settings = Object.fromEntries(needed.map(([setting, field]) => [setting, someValue(field)]))
  const place = { ...('host' in fields && { host: '127.0.0.1' }), ...('port' in fields && { port: 9 }) }
  return { ...settings, ...place, ...particular(await make.serviceId('files'))[name] }
}

function someValue({ type, format, values, oneOf }: ConfigField): unknown {
  if (values !== undefined) return values[0]?.name
  if (oneOf !== undefined) return oneOf[0]
  if (type === 'integer') return 1
  if (type === 'array') return []
  return format === 'url' ? 'http://127.0.0.1:9/' : format === 'host' ? '127.0.0.1' : 'none'
}

const asking = {
  name: 'asking',
  label: 'Asking',
  type: 'nodejs',
  is_active: true,
  config: { content: 'return (await platform.api.get(event.request.parameters.path)).status_code' },
}
beforeAll(() => send('POST', 'system/service', { as, body: { resource: [asking] } }))

describe.each(running.map(({ name, group, config }) => ({ name, group, config })))(
  'services of the type $name',
  ({ name: type, group, config }) => {
    const name = `of-${type.replaceAll('_', '-')}`
    beforeAll(async () => {
      const settings = await settingsOf(type, config ?? {})
      const body = { resource: [{ name, label: name, type, is_active: true, config: settings }] }
      const created = await send('POST', 'system/service', { as, body })
      expect([type, created.status]).toEqual([type, 201])
    })
    const id = async () => {
      const found = await send<{ resource: [{ id: number }] }>('GET', `system/service?filter=name=${name}`, { as })
      return found.body.resource[0].id
    }
    const app = fixture(async () => {
      const access = [{ service_id: await id(), component: '*', verbs: ['GET'] }] as const
      return make.app({ role_id: (await make.role({ access })).id })
    })
    const configOf = async () =>
      (await send<{ config: object; type: string }>('GET', `system/service/${await id()}`, { as })).body

    it('roles: are open to those who may, and list what roles can name', async () => {
      expect(await send('DELETE', `${name}/none`, { key: app.api_key })).toMatchObject({ status: 401 })
      expect([401, 403, 500]).not.toContain((await send('GET', `${name}/none`, { key: app.api_key })).status)
      const components = await send<{ resource: string[] }>('GET', `${name}?as_access_list=true`, { as })
      expect([200, 503]).toContain(components.status)
      if (components.status === 200) expect(components.body.resource).toEqual(expect.arrayContaining(['', '*']))
    })

    it('health: tells how their last call went', async () => {
      const components = await send('GET', `${name}?as_access_list=true`, { as })
      const health = await send('GET', `system/service/${await id()}?related=health`, { as })
      expect(health.body).toMatchObject({ health: [{ healthy: components.status === 200 }] })
      const trial = await send('POST', 'system/service_check', { as, body: { id: await id(), config: {} } })
      expect([200, 400]).toContain(trial.status)
    })

    it('docs: are described, with events that scripts can be for', async () => {
      const docs = await send<{ openapi: string }>('GET', `api_docs/${name}`, { as })
      expect([200, 503]).toContain(docs.status)
      if (docs.status === 200)
        expect(docs.body).toMatchObject({ openapi: expect.any(String), paths: expect.any(Object) })
      const events = await send<Record<string, unknown>>('GET', 'system/event', { as })
      // What scripts, remote services and custom APIs answer is told by what people write of them.
      if (!/^(?:Script|Remote Service|API Builder)$/.test(group)) expect(Object.keys(events.body)).toContain(name)
    })

    it('scripts: get the answer that callers get', async () => {
      const direct = await send('GET', `${name}/none`, { as })
      expect(await send('GET', `asking?path=${name}/none`, { as })).toMatchObject({ status: 200, body: direct.status })
    })

    it('usage: is counted, in the figures and in the log', async () => {
      const usage = await send<UsageAnswer>('GET', `system/usage?step=none&service=${name}`, { as })
      expect(usage.body.meta.total.requests).toBeGreaterThanOrEqual(3)
      const log = await send<{ resource: unknown[] }>('GET', `system/request_log?filter=service=${name}&limit=1`, {
        as,
      })
      expect(log.body.resource).toMatchObject([{ service: name }])
    })

    it('limits: bound their calls', async () => {
      const limit = {
        name: `limit on ${name}`,
        type: 'instance.service',
        rate: 1,
        period: 'day',
        is_active: true,
        service_id: await id(),
      }
      expect(await send('POST', 'system/limit', { as, body: { resource: [limit] } })).toMatchObject({ status: 201 })
      await send('GET', `${name}/none`, { key: app.api_key })
      expect((await send('GET', `${name}/none`, { key: app.api_key })).status).toBe(429)
    })

    it('packages: travel with their settings and secrets', async () => {
      const before = await configOf()
      const archive = await exportedPackage(instance, { system: { service: [name] } }, 'secret of the package')
      expect(await send('DELETE', `system/service/${await id()}?force=true`, { as })).toMatchObject({ status: 200 })
      expect((await send('GET', `${name}/none`, { as })).status).toBe(404)
      const imported = await importedPackage(instance, archive, { password: 'secret of the package' })
      expect([imported.status, imported.body.log.error]).toEqual([201, []])
      expect(await configOf()).toMatchObject({ type, config: withoutIds(before.config) })
      await send('DELETE', `system/service/${await id()}?force=true`, { as })
      expect(failures).toEqual([])
    })
  },
)

/** Numbers of other records are those of the instance. */
const withoutIds = (config: object) =>
  Object.fromEntries(
    Object.entries(config).filter(([name, value]) => value !== null && !/_id$|^id$|_service_id$/.test(name)),
  )

describe.each(others.map(({ name, config }) => ({ name, config })))(
  'the type $name, which does not run here',
  ({ name: type, config }) => {
    it('says why, and keeps the services that there are of it', async () => {
      const described = await send<{ available: boolean; unavailable_reason: string }>(
        'GET',
        `system/service_type/${type}`,
        { as },
      )
      expect(described.body).toMatchObject({
        available: false,
        unavailable_reason: expect.stringMatching(/^[A-Z].*\.$/),
      })
      const name = `old-${type.replaceAll('_', '-')}`
      const body = { resource: [{ name, label: name, type, is_active: true, config: {} }] }
      const refused = await send('POST', 'system/service', { as, body })
      expect(refused.status).toBe(400)
      expect(JSON.stringify(refused.body)).toContain(described.body.unavailable_reason.slice(0, 40))

      await make.service({ name, type })
      const kept = config === null ? { host: 'db.test', password: 'a secret' } : {}
      await parts.store.db
        .updateTable('service')
        .set({ config: JSON.stringify(kept) })
        .where('name', '=', name)
        .execute()
      const opened = await send<{ id: number; config: object }>('GET', `system/service?filter=name=${name}`, { as })
      expect(JSON.stringify(opened.body)).not.toContain('a secret')
      expect(opened.status).toBe(200)
      if (config === null) expect(JSON.stringify(opened.body)).toContain('db.test')
      const asked = await send('GET', `${name}/none`, { as })
      expect(asked.status).toBe(503)
      expect(JSON.stringify(asked.body)).toContain(described.body.unavailable_reason.slice(0, 40))
    })
  },
)

const runsFile = fileURLToPath(new URL('./testing/suite-runs.json', import.meta.url))
const known: readonly SuiteRun[] = JSON.parse(readFileSync(runsFile, 'utf8'))
const reportFile = process.env.MILLWRIGHT_SUITE_REPORT
const report: unknown = reportFile === undefined ? null : JSON.parse(readFileSync(reportFile, 'utf8'))
const runs = renewedRuns(known, plannedRuns(), report, new Date().toISOString().slice(0, 10))

describe('the suites', () => {
  it('ran what suite-runs.json says (npm run connectors renews it)', async () => {
    await expect(`${JSON.stringify(runs, null, 2)}\n`).toMatchFileSnapshot(runsFile)
    const page = fileURLToPath(new URL('../../../docs/connectors.md', import.meta.url))
    await expect(connectorsPage(readFileSync(page, 'utf8'), kinds, runs)).toMatchFileSnapshot(page)
  })

  const ofShape: Readonly<Record<string, readonly string[]>> = {
    Database: [sharedTests.databases, sharedTests.documents],
    'Big Data': [sharedTests.databases],
    File: [sharedTests.files],
    Cache: [sharedTests.caches],
  }

  it.each(kinds.map((kind) => ({ name: kind.name, kind })))(
    'ran $name by that of its shape, or say why not',
    ({ name, kind }) => {
      const own = runs.filter(({ type }) => type === name)
      const shape = ofShape[kind.group]
      if (own.length > 0) return void (shape && expect(shape).toEqual(expect.arrayContaining([own[0]?.test])))
      expect(whyNotRun(kind)).toMatch(/^[A-Z].*\.$/)
    },
  )
})
