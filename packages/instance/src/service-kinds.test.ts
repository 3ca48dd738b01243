import { settingClass } from '@millwright/contract/access/authority'
import { secretMask } from '@millwright/contract/records/lookup'
import type { ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import { describe, expect, test } from 'vitest'
import { openSecret } from './platform/vault.ts'
import { createServiceKinds } from './service-kinds.ts'
import { acceptSetting } from './subjects/ground/service-config/accept-setting.ts'
import { configSchema, noChoices } from './subjects/ground/service-config/config-schema.ts'
import { answerConfig, openConfig, sealSetting } from './subjects/ground/service-config/stored-config.ts'

const kinds = createServiceKinds()
const { vault } = openSecret({ secret: '5a'.repeat(32), dataFolder: '' })

const groups = new Set([
  'API Builder',
  'API Doc',
  'Big Data',
  'Cache',
  'Database',
  'Email',
  'Excel',
  'File',
  'IoT',
  'LDAP',
  'Log',
  'MCP',
  'Notification',
  'OAuth',
  'Remote Service',
  'SSO',
  'Script',
  'Source Control',
  'System',
  'User',
])

/** Settings of the recorded server, each in the form `name:type=default`. */
const recorded: Readonly<Record<string, string>> = {
  sqlite:
    'database:string options:object attributes:object statements:array allow_upsert:boolean=false max_records:integer=1000 ' +
    'cache_enabled:boolean=false cache_ttl:integer=0',
  pgsql:
    'host:string port:integer database:string username:string password:password schema:string charset:string sslmode:string ' +
    'timezone:string application_name:string options:object attributes:object statements:array allow_upsert:boolean=false ' +
    'max_records:integer=1000 cache_enabled:boolean=false cache_ttl:integer=0',
  local_file: 'public_path:array container:text',
  nodejs:
    'content:text config:object queued:boolean=false scm_reference:string scm_repository:string storage_path:string ' +
    'storage_service_id:integer implements_access_list:boolean=false cache_enabled:boolean=false cache_ttl:integer=0',
  smtp_email: 'host:string port:integer=587 encryption:string username:text password:text parameters:array',
}

describe.each(kinds.all)('the kind $name', ({ name, label, group, description, config }) => {
  const fields = Object.entries(config ?? {})

  test('has a label and a description', () => {
    expect(name).toMatch(/^[a-z0-9_-]{1,40}$/)
    expect(label).not.toBe('')
    expect(groups).toContain(group)
    expect(description).toMatch(/^[A-Z].{15,}\.$/)
  })

  test('explains its settings, whose defaults are valid choices', () => {
    for (const [setting, field] of fields) {
      expect(field, setting).toMatchObject({
        label: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\.$/),
      })
      const value = field.default ?? null
      if (value !== null) expect(acceptSetting(setting, field, value), setting).toEqual({ value })
      if (field.values !== undefined && typeof value === 'string') {
        expect(field.values.map((each) => each.name)).toContain(value)
      }
      if (/password|secret|private|passphrase|token$/.test(setting) && isText(field) && field.source === undefined)
        expect(field.secret).toBe('masked')
      // Without a format, nobody finds the host in the text, and whether it is a private one.
      if (/(?:^|_)host$/.test(setting) && settingClass(field.authority) === 'addresses')
        expect(field.format, setting).toBeDefined()
    }
  })

  test('describes every setting for a form', () => {
    const entries = config === null ? [] : configSchema(config, noChoices)
    expect(entries.map((each) => each.name)).toEqual(fields.map(([setting]) => setting))
    for (const each of entries) {
      if (each.required) expect(each.allow_null).toBe(false)
      expect('values' in each, each.name).toBe(each.type === 'picklist' || each.type === 'multi_picklist')
      expect('items' in each, each.name).toBe(each.type === 'array')
      expect('object' in each, each.name).toBe(each.type === 'object')
    }
  })

  test('hides its secrets in responses and the database, and passes them to the service', () => {
    const secret = 'do not tell'
    const stored = Object.fromEntries(
      fields.map(([setting, field]) => [setting, sealSetting(field, isText(field) ? secret : null, vault)]),
    )
    const answered = answerConfig(config, stored, vault)
    const opened = openConfig(config, stored, vault)
    for (const [setting, field] of fields.filter(([, each]) => isText(each))) {
      expect(stored[setting] === secret, setting).toBe(field.secret === undefined)
      expect(answered[setting], setting).toBe(field.secret === 'masked' ? secretMask : secret)
      expect(opened[setting], setting).toBe(secret)
    }
  })
})

/** Types whose secrets are not sent to a destination that the settings name. */
const withoutDestination = new Set(['auth0_sso', 'mcp', 'okta_saml', 'saml', 'system_mcp'])

test.each(kinds.all.filter(({ name, config }) => hasMasked(config ?? {}) && !withoutDestination.has(name)))(
  'the kind $name declares where its secrets are sent',
  ({ config }) => {
    expect(Object.values(config ?? {}).filter(({ authority }) => settingClass(authority) === 'addresses')).not.toEqual(
      [],
    )
  },
)

function hasMasked(fields: ConfigFields): boolean {
  return Object.values(fields).some(
    ({ secret, items }) => secret === 'masked' || (typeof items === 'object' && hasMasked(items)),
  )
}

test('reads a value stored before such values were encrypted', () => {
  expect(openConfig(kinds.of('pgsql')?.config, { username: 'clerk' }, vault).username).toBe('clerk')
  expect(() => openConfig(kinds.of('pgsql')?.config, { password: 'plain' }, vault)).toThrow('Not a sealed text')
})

const isText = ({ type }: ConfigField) => !['integer', 'boolean', 'array', 'object', 'multi_picklist'].includes(type)

test('names are unique and sorted', () => {
  const names = kinds.all.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].toSorted())
})

test.each(Object.entries(recorded))('%s has the settings of other servers', (name, settings) => {
  const config = kinds.of(name)?.config ?? {}
  const declared = configSchema(config, noChoices).map(
    (each) => `${each.name}:${each.type}${each.default === null ? '' : `=${String(each.default)}`}`,
  )
  expect(declared).toEqual(expect.arrayContaining(settings.split(' ')))
})

test.each([
  ['mongodb', {}, ['database']],
  ['mongodb', { dsn: 'mongodb://db.example/shop' }, []],
  ['oidc', { validate_id_token: true }, ['auth_endpoint', 'token_endpoint', 'scopes', 'jwks_uri']],
  ['oidc', { discovery_document: 'https://id.example/.well-known' }, []],
  ['local_file', { container: '../secrets' }, ['container']],
  ['local_file', { container: '/etc' }, ['container']],
  ['local_file', { container: 'files/shop' }, []],
  ['sqlite', { database: '../instance.sqlite' }, ['database']],
  ['sqlite', { database: '/srv/shop.sqlite' }, ['database']],
  ['sqlite', { database: '{shop_file}' }, []],
  ['rws', { options: { CURLOPT_TIMEOUT: 'soon' } }, ['options']],
  ['rws', { options: { proxyport: 70_000 } }, ['options']],
  ['rws', { options: { FOLLOWLOCATION: 'maybe' }, headers: [{ name: 'a b' }] }, ['options', 'headers']],
  ['rws', { options: { CURLOPT_PROXY: 'ftp://proxy.example' } }, ['options']],
  ['rws', { options: { CURLOPT_USERPWD: 'ann' } }, ['options']],
  ['rws', { base_url: 'https://a.test', headers: [{ name: 'X-Key', value: 'a\r\nb' }] }, ['headers']],
  ['rws', { headers: [{ name: 'X-Key', value: 'secret' }] }, ['base_url']],
  ['rws', { parameters: [{ name: 'key', value: 'secret' }] }, ['base_url']],
  ['rws', { options: { timeout_ms: '1500', userpwd: '{key}', INTERFACE: 'x', PROXY: 'proxy.example:3128' } }, []],
  [
    'rws',
    { base_url: 'https://a.test', options: { followlocation: true }, headers: [{ name: 'X-Key', value: '{key}' }] },
    [],
  ],
])('%s with %j reports %j', (name, config, complaints) => {
  const found = kinds.of(name)?.check?.(config, { dataFolder: '/data', sysadmin: false }) ?? {}
  expect(Object.keys(found)).toEqual(complaints)
})
