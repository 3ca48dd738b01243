import { type FieldMessages, Problem } from '@millwright/contract/problem'
import { groupSetting, numberSetting, type Settings, textSetting } from '../../../platform/config-values.ts'

export interface MongodbSettings {
  readonly url: string
  readonly database: string
  /** As refusals name it: without the user. */
  readonly where: string
}

/** Options of the connection that say how to come and what to expect, and nothing of files and programs of this machine. */
const options = [
  ...[
    'authSource',
    'authMechanism',
    'replicaSet',
    'tls',
    'ssl',
    'tlsAllowInvalidCertificates',
    'tlsAllowInvalidHostnames',
  ],
  ...['directConnection', 'readPreference', 'readConcernLevel', 'w', 'retryWrites', 'retryReads', 'loadBalanced'],
]

/** The settings of a service of the type `mongodb` (docs/wire/documents.md). Refuses with 503 what leads nowhere. */
export function mongodbSettings(config: Settings): MongodbSettings {
  const dsn = textSetting(config, 'dsn')
  const given = dsn === null ? addressOf(config) : readDsn(dsn)
  if (given === null) throw new Problem(503, 'The connection string of the service cannot be used.')
  const sent = { ...groupSetting(config, 'driver_options'), ...groupSetting(config, 'options') }
  for (const name of options) {
    const value = Object.entries(sent).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    if (value !== undefined && value !== null && value !== '') given.searchParams.set(name, String(value))
  }
  const named = textSetting(sent, 'database') ?? (dsn === null ? null : decodeURIComponent(given.pathname.slice(1)))
  const database = named || textSetting(config, 'database')
  if (database === null || /[/\\. "$*<>:|?\0]/.test(database)) {
    throw new Problem(503, 'The service names no database, or one whose name cannot be.')
  }
  const port = given.port === '' && given.protocol === 'mongodb:' ? ':27017' : ''
  return { url: withoutFiles(given).href, database, where: `MongoDB server ${given.host}${port}` }
}

/** Complaints about settings that each could be right. */
export function mongodbProblem(config: Settings): FieldMessages | null {
  const dsn = textSetting(config, 'dsn')
  const named = textSetting(groupSetting(config, 'options'), 'database') ?? textSetting(config, 'database') ?? dsn
  if (named === null) return { database: ['database is required without a connection string.'] }
  if (dsn !== null && !dsn.includes('{') && readDsn(dsn) === null) {
    return { dsn: ['dsn must begin with mongodb:// or mongodb+srv://.'] }
  }
  return null
}

function addressOf(config: Settings): URL {
  const host = textSetting(config, 'host') ?? '127.0.0.1'
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const url = new URL(`mongodb://${bracketed}:${numberSetting(config, 'port') ?? 27_017}/`)
  const database = textSetting(config, 'database') ?? ''
  url.username = encodeURIComponent(textSetting(config, 'username') ?? '')
  url.password = encodeURIComponent(textSetting(config, 'password') ?? '')
  if (url.username !== '') url.pathname = `/${encodeURIComponent(database)}`
  return url
}

function readDsn(dsn: string): URL | null {
  const url = URL.parse(dsn.trim())
  return url !== null && /^mongodb(?:\+srv)?:$/.test(url.protocol) && url.host !== '' ? url : null
}

/** A connection string may name whatever it likes but files of this machine and proxies. */
function withoutFiles(url: URL): URL {
  const kept = new URL(url.href)
  for (const name of [...kept.searchParams.keys()]) {
    if (!options.some((each) => each.toLowerCase() === name.toLowerCase())) kept.searchParams.delete(name)
  }
  return kept
}
