import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('rejects, naming the variable and the flag:', () => {
  test.each([
    ['MILLWRIGHT_PUBLIC_URL', 'https://a.test/some path'],
    ['MILLWRIGHT_PUBLIC_URL', 'https://a.test/?x=1'],
    ['MILLWRIGHT_PUBLIC_URL', 'https://me@a.test'],
    ['MILLWRIGHT_PUBLIC_URL', 'https://a.test/api'],
    ['MILLWRIGHT_PUBLIC_URL', 'https://a.test/.well-known/x'],
    ['MILLWRIGHT_PORT', 'http'],
    ['MILLWRIGHT_PORT', '65536'],
    ['MILLWRIGHT_PORT', '-1'],
    ['MILLWRIGHT_PORT', '80.5'],
    ['MILLWRIGHT_DATABASE_URL', 'mysql://localhost/x'],
    ['MILLWRIGHT_DATABASE_URL', 'localhost'],
    ['MILLWRIGHT_DATABASE_URL', 'postgres://one:5432,other:x/name'],
    ['MILLWRIGHT_DATABASE_LISTEN_URL', 'http://localhost'],
    ['MILLWRIGHT_REDIS_URL', 'http://localhost'],
    ['MILLWRIGHT_REDIS_URL', 'redis+sentinel://here:x/group'],
    ['MILLWRIGHT_REDIS_URL', 'redis+sentinel://here'],
    ['MILLWRIGHT_CHANGES', 'redis'],
    ['MILLWRIGHT_WORKERS', '0'],
    ['MILLWRIGHT_WORKERS', 'all'],
    ['MILLWRIGHT_PUBLIC_URL', 'example.com'],
    ['MILLWRIGHT_SAMPLE', 'perhaps'],
    ['MILLWRIGHT_TOKEN_TTL', '0'],
    ['MILLWRIGHT_TOKEN_TTL', '1h'],
    ['MILLWRIGHT_SESSION_IDLE', '30m'],
    ['MILLWRIGHT_ALLOW_FOREVER_SESSIONS', '2'],
    ['MILLWRIGHT_LOGIN_ATTRIBUTE', 'phone'],
    ['MILLWRIGHT_PASSWORD_MIN', '0'],
    ['MILLWRIGHT_PASSWORD_COMMON', 'yes'],
    ['MILLWRIGHT_CHANGE_MAILS', 'never'],
    ['MILLWRIGHT_BODY_LIMIT', '10MB'],
    ['MILLWRIGHT_UPLOAD_LIMIT', '0'],
    ['MILLWRIGHT_SCRIPT_TIMEOUT', 'long'],
    ['MILLWRIGHT_SCRIPT_MEMORY_MB', '1'],
    ['MILLWRIGHT_ALLOW_PRIVATE_HOSTS', 'http://localhost'],
    ['MILLWRIGHT_LOGIN_FAILURES', '10/300'],
    ['MILLWRIGHT_LOGIN_FAILURES', '10/300, 50/0'],
    ['MILLWRIGHT_LOGIN_FAILURES', '10/300, 50/300, 1/1'],
    ['MILLWRIGHT_TRUSTED_PROXIES', 'localhost'],
    ['MILLWRIGHT_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['MILLWRIGHT_LOG_FORMAT', 'xml'],
    ['MILLWRIGHT_LOG_LEVEL', 'loud'],
    ['MILLWRIGHT_METRICS_PORT', '65536'],
    ['MILLWRIGHT_STOP_DELAY', '25'],
    ['MILLWRIGHT_METRICS_ALLOW', 'everybody'],
    ['MILLWRIGHT_SECRET', 'secret'],
    ['MILLWRIGHT_SECRET', 'ab'.repeat(31)],
    ['MILLWRIGHT_INSTANCE_COLOUR', 'url(x)'],
    ['MILLWRIGHT_LICENSE', 'PLATINUM'],
    ['MILLWRIGHT_LICENSE_URL', 'ftp://example.com'],
  ])('%s=%s', (variable, value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(new RegExp(`^${variable} \\(--[a-z-]+\\) must .+\\.$`))
  })
  test('an invalid flag', () => {
    expect(() => readConfig({}, { port: 'x' })).toThrow('MILLWRIGHT_PORT (--port) must be a whole number')
  })
  test('an invalid URL without repeating it, as it may contain a password', () => {
    const act = () => readConfig({ MILLWRIGHT_DATABASE_URL: 'mysql://root:hunter2@host/db' })
    expect(act).toThrow(/postgres:\/\//)
    expect(act).not.toThrow(/hunter2/)
  })
})

test('defaults to a small instance on this machine', () => {
  expect(readConfig({})).toEqual({
    given: [],
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    appsPort: null,
    appsUrl: null,
    dataFolder: './data',
    databaseUrl: null,
    changesBy: 'listen',
    databaseListenUrl: null,
    databaseTimeout: 15,
    redisUrl: null,
    connectors: [],
    usage: {
      isOn: true,
      days: [2, 35, 400],
      slow: 1000,
      log: { rows: 100_000, days: 7, sample: 1, address: 'network', keepsValues: false },
    },
    workers: 1,
    limitsWhenAway: 'refuse',
    firstAdmin: { email: null, password: null },
    mcp: true,
    sampleData: true,
    demo: false,
    configuration: null,
    configLock: false,
    tokenTtl: 3600,
    tokenRefreshTtl: 1_209_600,
    sessionIdle: 0,
    allowForeverSessions: false,
    loginAttribute: 'email',
    passwordMinLength: 5,
    commonPasswords: 'allow',
    changeMails: true,
    dataHistory: { days: 90, megabytes: 1000 },
    bodyLimit: 10_485_760,
    maxRecords: 100_000,
    uploadLimit: null,
    arrivingBodies: { perCaller: 67_108_864, anonymous: 67_108_864 },
    bounds: { ids: 10_000, batch: 50_000, names: 5_000, values: 1_000_000 },
    packageFiles: 50_000,
    configRecords: 20_000,
    scripts: { timeout: 30, memory: 128, processes: 4, queue: 10_000 },
    allowPrivateHosts: [],
    audit: { days: 90, megabytes: 1000 },
    loginFailures: { account: { count: 10, seconds: 300 }, address: { count: 50, seconds: 300 } },
    trustedProxies: [],
    log: { format: 'auto', level: 'info', files: null },
    metrics: { port: null, allow: [] },
    tracing: null,
    stop: { delay: 2, deadline: 25 },
    secret: null,
    consoleFolder: null,
    console: {},
    license: { level: 'OPEN SOURCE', key: null },
  })
})

test('flags take precedence over variables, and empty values count as absent', () => {
  const env = { MILLWRIGHT_PORT: '1', MILLWRIGHT_HOST: '::1', MILLWRIGHT_DATA: '' }
  expect(readConfig(env, { port: '2' })).toMatchObject({ port: 2, host: '::1', dataFolder: './data' })
})

test('switches are read as on or off', () => {
  expect(readConfig({ MILLWRIGHT_SAMPLE: '0', MILLWRIGHT_ALLOW_FOREVER_SESSIONS: 'yes' })).toMatchObject({
    sampleData: false,
    allowForeverSessions: true,
  })
  expect(readConfig({}, { sample: false, 'allow-forever-sessions': true })).toMatchObject({
    sampleData: false,
    allowForeverSessions: true,
  })
})

test('lists and pairs are parsed', () => {
  expect(
    readConfig({
      MILLWRIGHT_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      MILLWRIGHT_ALLOW_PRIVATE_HOSTS: 'Localhost:3000,[::1]:80, 10.0.0.7',
      MILLWRIGHT_LOGIN_FAILURES: '3 / 60,9/90',
    }),
  ).toMatchObject({
    trustedProxies: ['10.0.0.0/8', '::1'],
    allowPrivateHosts: ['localhost:3000', '[::1]:80', '10.0.0.7'],
    loginFailures: { account: { count: 3, seconds: 60 }, address: { count: 9, seconds: 90 } },
  })
})

describe('traces', () => {
  const endpoint = 'OTEL_EXPORTER_OTLP_ENDPOINT'
  test.each([
    [{ [endpoint]: 'collector:4318' }, `${endpoint} must be an address that begins with http:// or https://.`],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '/v1' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an address'],
    [{ [endpoint]: 'http://c', OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.'],
  ])('are rejected for %j', (env, sentence) => expect(() => readConfig(env)).toThrow(sentence))
  test('are sent to the endpoint in the standard variables', () => {
    expect(readConfig({ [endpoint]: 'http://c:4318/', OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull()
    expect(readConfig({ [endpoint]: 'http://c:4318/', OTEL_TRACES_SAMPLER_ARG: '0.25' }).tracing).toEqual({
      endpoint: 'http://c:4318/v1/traces',
      ratio: 0.25,
      serviceName: 'millwright',
    })
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c/own', OTEL_SERVICE_NAME: 'shop' }
    expect(readConfig(env).tracing).toEqual({ endpoint: 'https://c/own', ratio: 1, serviceName: 'shop' })
  })
})

test('passes only the configured name, colour and external URLs to the console', () => {
  const env = {
    MILLWRIGHT_INSTANCE_NAME: 'Production',
    MILLWRIGHT_INSTANCE_COLOUR: 'red',
    MILLWRIGHT_READ_ONLY: '1',
    MILLWRIGHT_NOTIFICATIONS_URL: 'https://news.test/feed/',
  }
  expect(readConfig(env).console).toEqual({
    name: 'Production',
    colour: 'red',
    readOnly: true,
    notificationsUrl: 'https://news.test/feed',
  })
})
