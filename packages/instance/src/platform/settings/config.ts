import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type LogSettings, logFormats, logLevels } from '../log.ts'
import type { TracingSettings } from '../tracing/tracing.ts'
import {
  type Addresses,
  readAddresses,
  readStartConfiguration,
  readUsageSettings,
  type StartConfiguration,
} from './config-parts.ts'
import { settingReader } from './setting-reader.ts'
import { type Environment, type Flags, SettingError } from './settings.ts'
import type { UsageSettings } from './usage-settings.ts'

/** Configuration from the environment and the command line (docs/settings.md); read once, at startup. */
export interface Config extends Addresses {
  /** The variables of the settings that were given. */
  readonly given: readonly string[]
  readonly host: string
  readonly port: number
  /** Folder of the database, files, secret and outbox. */
  readonly dataFolder: string
  /** `postgres://…`; `null`: SQLite in the data folder. */
  readonly databaseUrl: string | null
  /** `postgres://…` of the same database without a pooler, for notifications; `null`: `databaseUrl`. */
  readonly databaseListenUrl: string | null
  /** Timeout of one statement on PostgreSQL, in seconds. */
  readonly databaseTimeout: number
  readonly redisUrl: string | null
  /** How nodes notify each other of changes; `redis` only with a `redisUrl`. */
  readonly changesBy: 'listen' | 'redis'
  /** Number of processes that share the port; more than one only with a `databaseUrl`. */
  readonly workers: number
  /** What happens to calls under a limit while Redis cannot count them. */
  readonly limitsWhenAway: 'refuse' | 'pass'
  /** Only read while no administrator exists. */
  readonly firstAdmin: { readonly email: string | null; readonly password: string | null }
  /** Whether `/mcp` is enabled. */
  readonly mcp: boolean
  readonly sampleData: boolean
  /** Whether a new instance is filled with demo data. */
  readonly demo: boolean
  readonly configuration: StartConfiguration | null
  /** Whether edits of managed records are refused. */
  readonly configLock: boolean
  /** Lifetime in seconds. */
  readonly tokenTtl: number
  /** Seconds since login during which a token can be refreshed. */
  readonly tokenRefreshTtl: number
  /** Seconds after its expiry during which a token can be refreshed; 0: no separate limit. */
  readonly sessionIdle: number
  readonly allowForeverSessions: boolean
  readonly loginAttribute: 'email' | 'username'
  readonly passwordMinLength: number
  /** For passwords that people choose. */
  readonly commonPasswords: 'refuse' | 'allow'
  /** Whether people are notified by email when their sign-in methods change. */
  readonly changeMails: boolean
  /** Maximum size of a parsed body in bytes. */
  readonly bodyLimit: number
  /** Maximum size in bytes of unfinished bodies: of one caller, and of all callers without a session. */
  readonly arrivingBodies: { readonly perCaller: number; readonly anonymous: number }
  readonly maxRecords: number
  /** What one request may contain (docs/wire/requests.md). */
  readonly bounds: { readonly ids: number; readonly batch: number; readonly names: number; readonly values: number }
  /** Maximum size of an uploaded file in bytes; `null`: unlimited. */
  readonly uploadLimit: number | null
  /** Maximum number of files in a package. */
  readonly packageFiles: number
  readonly configRecords: number
  readonly scripts: {
    /** Timeout of one run of a server-side script, in seconds. */
    readonly timeout: number
    /** Memory limit of a run, in megabytes. */
    readonly memory: number
    /** Maximum number of concurrent scripts. */
    readonly processes: number
    /** Maximum number of queued script runs. */
    readonly queue: number
  }
  /** `host`, `host:port` or `*`: private addresses that requests on behalf of a caller may reach. */
  readonly allowPrivateHosts: readonly string[]
  readonly loginFailures: { readonly account: FailureLimit; readonly address: FailureLimit }
  /** Package names and folders. */
  readonly connectors: readonly string[]
  readonly trustedProxies: readonly string[]
  /** Limits of the audit log. */
  readonly audit: { readonly days: number; readonly megabytes: number }
  /** Limits of the data history. */
  readonly dataHistory: { readonly days: number; readonly megabytes: number }
  readonly log: LogSettings
  readonly usage: UsageSettings
  /** `null`: tracing is off. */
  readonly tracing: TracingSettings | null
  readonly metrics: {
    /** `null`: metrics are served on the port of the instance. */
    readonly port: number | null
    /** IP addresses and networks. */
    readonly allow: readonly string[]
  }
  readonly stop: {
    /** Seconds between failing readiness and closing the listener. */
    readonly delay: number
    /** Maximum number of seconds for the whole shutdown. */
    readonly deadline: number
  }
  /** Hex; `null`: generated at first start and stored in the data folder. */
  readonly secret: string | null
  /** Folder with the built console; `null`: API only. */
  readonly consoleFolder: string | null
  /** Passed to the console in `millwright.json`: the instance's name and colour, external URLs. */
  readonly console: Readonly<Record<string, unknown>>
  readonly license: { readonly level: string; readonly key: string | null }
}

export interface FailureLimit {
  readonly count: number
  readonly seconds: number
}

export const licenseLevels = ['OPEN SOURCE', 'SILVER', 'GOLD'] as const

/**
 * Reads the settings from the command line and the environment, flags first; absent and empty values take their fallback.
 * `consoleFolder`: where the caller found a built console. Throws `SettingError` for an invalid value.
 */
export function readConfig(env: Environment, flags: Flags = {}, consoleFolder: string | null = null): Config {
  const read = settingReader(env, flags)
  return {
    given: read.allGiven(),
    host: read.text('host'),
    port: read.integer('port', 0, 65535),
    ...readAddresses(read),
    dataFolder: dataFolderOf(read),
    databaseUrl: read.urlOfSeveral('databaseUrl', ['postgres', 'postgresql']),
    databaseListenUrl: read.urlOfSeveral('databaseListenUrl', ['postgres', 'postgresql']),
    databaseTimeout: read.integer('databaseTimeout', 1, 3600),
    redisUrl: read.redis('redisUrl'),
    ...severalNodes(read),
    limitsWhenAway: read.oneOf('limitsWhenAway', ['refuse', 'pass']),
    firstAdmin: { email: read.optional('adminEmail'), password: read.optional('adminPassword') },
    mcp: read.switch('mcp'),
    sampleData: read.switch('sampleData') || read.switch('demo'),
    demo: read.switch('demo'),
    configuration: readStartConfiguration(read, env),
    configLock: read.switch('configLock'),
    tokenTtl: read.integer('tokenTtl', 1),
    tokenRefreshTtl: read.integer('tokenRefreshTtl', 0),
    sessionIdle: read.integer('sessionIdle', 0),
    allowForeverSessions: read.switch('allowForeverSessions'),
    loginAttribute: read.oneOf('loginAttribute', ['email', 'username']),
    passwordMinLength: read.integer('passwordMinLength', 1, 255),
    commonPasswords: read.oneOf('commonPasswords', ['refuse', 'allow']),
    changeMails: read.switch('changeMails'),
    bodyLimit: read.integer('bodyLimit', 1),
    arrivingBodies: {
      perCaller: read.integer('bodiesPerCaller', 65_536),
      anonymous: read.integer('bodiesWithoutSession', 65_536),
    },
    maxRecords: read.integer('maxRecords', 1),
    bounds: {
      ids: read.integer('maxIds', 1),
      batch: read.integer('maxBatch', 1),
      names: read.integer('maxNames', 1),
      values: read.integer('maxValues', 1),
    },
    packageFiles: read.integer('packageFiles', 1),
    configRecords: read.integer('configRecords', 1),
    uploadLimit: read.optional('uploadLimit') === null ? null : read.integer('uploadLimit', 1),
    scripts: {
      timeout: read.integer('scriptTimeout', 1),
      memory: read.integer('scriptMemory', 16),
      processes: read.integer('scriptProcesses', 1, 256),
      queue: read.integer('scriptQueue', 1),
    },
    allowPrivateHosts: read.hosts('allowPrivateHosts'),
    connectors: read.list('connectors'),
    loginFailures: failureLimits(read.pairs('loginFailures')),
    trustedProxies: read.networks('trustedProxies'),
    audit: { days: read.integer('auditDays', 1, 36_500), megabytes: read.integer('auditMegabytes', 1, 1_000_000) },
    dataHistory: {
      days: read.integer('dataHistoryDays', 1, 36_500),
      megabytes: read.integer('dataHistoryMegabytes', 1, 1_000_000),
    },
    log: logSettings(read),
    usage: readUsageSettings(read),
    tracing: tracingSettings(env),
    metrics: { port: metricsPort(read), allow: read.networks('metricsAllow') },
    stop: stopSettings(read),
    secret: read.hex('secret', 32),
    consoleFolder,
    console: consoleSettings(read),
    license: { level: read.oneOf('license', licenseLevels), key: read.optional('licenseKey') },
  }
}

/** Reads the variables common to all programs that send traces (docs/operate/traces.md); the exporter reads the remaining ones itself. */
function tracingSettings(env: Environment): TracingSettings | null {
  const readVariable = (name: string) => (env[name] ?? '').trim()
  const whole = readVariable('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const base = readVariable('OTEL_EXPORTER_OTLP_ENDPOINT')
  if ((whole === '' && base === '') || readVariable('OTEL_SDK_DISABLED').toLowerCase() === 'true') return null
  const name = `OTEL_EXPORTER_OTLP_${whole === '' ? '' : 'TRACES_'}ENDPOINT`
  const endpoint = URL.parse(whole === '' ? `${base.replace(/\/+$/, '')}/v1/traces` : whole)
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol)) {
    throw new Error(`${name} must be an address that begins with http:// or https://.`)
  }
  const ratio = Number(readVariable('OTEL_TRACES_SAMPLER_ARG') || 1)
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  return { endpoint: endpoint.href, ratio, serviceName: readVariable('OTEL_SERVICE_NAME') || 'millwright' }
}

/** A demo instance uses a separate folder, to keep away from existing data. */
function dataFolderOf(read: ReturnType<typeof settingReader>): string {
  return read.given('dataFolder') ?? (read.switch('demo') ? './data-demo' : read.text('dataFolder'))
}

function logSettings(read: ReturnType<typeof settingReader>): LogSettings {
  const days = read.integer('logFiles', 0, 36_500)
  return {
    format: read.oneOf('logFormat', logFormats),
    level: read.oneOf('logLevel', logLevels),
    // The folder of the `logs` service.
    files: days === 0 ? null : { folder: join(dataFolderOf(read), 'storage', 'logs'), days },
  }
}

/** As many processes as `auto` starts at most; more share what is rarely the bottleneck. */
const mostAutomatically = 4

function severalNodes(read: ReturnType<typeof settingReader>): Pick<Config, 'changesBy' | 'workers'> {
  const changesBy = read.oneOf('changesBy', ['listen', 'redis'])
  if (changesBy === 'redis' && read.optional('redisUrl') === null) {
    throw new SettingError('changesBy', 'must be listen without MILLWRIGHT_REDIS_URL.')
  }
  return { changesBy, workers: workersOf(read) }
}

function workersOf(read: ReturnType<typeof settingReader>): number {
  if (read.optional('workers') === 'auto') return Math.min(availableParallelism(), mostAutomatically)
  return read.integer('workers', 1, 256, ' or auto')
}

function metricsPort(read: ReturnType<typeof settingReader>): number | null {
  if (read.optional('metricsPort') === null) return null
  const port = read.integer('metricsPort', 0, 65535)
  if (port === 0 || (port !== read.integer('port', 0, 65535) && String(port) !== read.text('appsPort'))) return port
  throw new SettingError('metricsPort', 'must be another port than that of the console and of hosted apps.')
}

function stopSettings(read: ReturnType<typeof settingReader>): Config['stop'] {
  const delay = read.integer('stopDelay', 0, 3600)
  const deadline = read.integer('stopDeadline', 3, 3600)
  if (delay < deadline) return { delay, deadline }
  throw new SettingError('stopDelay', `must be less than MILLWRIGHT_STOP_DEADLINE, which is ${deadline}.`)
}

function failureLimits([account, address, ...more]: FailureLimit[]): Config['loginFailures'] {
  if (account !== undefined && address !== undefined && more.length === 0) return { account, address }
  throw new SettingError('loginFailures', 'must name two limits: for an account, and for an address.')
}

function consoleSettings(read: ReturnType<typeof settingReader>): Config['console'] {
  const web = ['http', 'https']
  const consoleValues = {
    name: read.optional('instanceName'),
    colour: read.colour('instanceColour'),
    readOnly: read.switch('readOnly') || null,
    licenseUrl: read.url('licenseUrl', web),
    paywallUrl: read.url('paywallUrl', web),
    notificationsUrl: read.url('notificationsUrl', web),
    subscribeUrl: read.url('subscribeUrl', web),
    codeHostUrl: read.url('codeHostUrl', web),
  }
  return Object.fromEntries(Object.entries(consoleValues).filter(([, value]) => value !== null))
}
