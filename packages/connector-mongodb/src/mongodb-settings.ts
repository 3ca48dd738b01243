import { groupSetting, numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'
import { type FieldMessages, Problem } from '@millwright/contract/problem'

export interface MongodbSettings {
  readonly url: string
  readonly database: string
  /** The server as error messages name it, without the user. */
  readonly where: string
}

/** Allowed connection options. Options that refer to local files or programs are left out. */
const options = [
  'authSource',
  'authMechanism',
  'replicaSet',
  'tls',
  'ssl',
  'tlsAllowInvalidCertificates',
  'tlsAllowInvalidHostnames',
  'directConnection',
  'readPreference',
  'readConcernLevel',
  'w',
  'retryWrites',
  'retryReads',
  'loadBalanced',
]

/** Parses the settings of a `mongodb` service (docs/wire/documents.md). Throws a 503 if they are unusable. */
export function mongodbSettings(config: Settings): MongodbSettings {
  const dsn = textSetting(config, 'dsn')
  const address = dsn === null ? addressOf(config) : readDsn(dsn)
  if (address === null) throw new Problem(503, 'The connection string of the service cannot be used.')
  const sent = { ...groupSetting(config, 'driver_options'), ...groupSetting(config, 'options') }
  for (const name of options) {
    const value = Object.entries(sent).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    if (value !== undefined && value !== null && value !== '') address.searchParams.set(name, String(value))
  }
  const named = textSetting(sent, 'database') ?? (dsn === null ? null : decodeURIComponent(address.pathname.slice(1)))
  const database = named || textSetting(config, 'database')
  if (database === null || /[/\\. "$*<>:|?\0]/.test(database)) {
    throw new Problem(503, 'The service names no database, or one whose name cannot be.')
  }
  const port = address.port === '' && address.protocol === 'mongodb:' ? ':27017' : ''
  return { url: withoutFiles(address).href, database, where: `MongoDB server ${address.host}${port}` }
}

/** Validates the database name and the connection string. */
export function mongodbComplaints(config: Settings): FieldMessages | null {
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

/** Removes all parameters except the allowed options, as others can name local files or proxies. */
function withoutFiles(url: URL): URL {
  const kept = new URL(url.href)
  for (const name of [...kept.searchParams.keys()]) {
    if (!options.some((each) => each.toLowerCase() === name.toLowerCase())) kept.searchParams.delete(name)
  }
  return kept
}
