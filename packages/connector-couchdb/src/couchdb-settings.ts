import { groupSetting, hasLookup, type Settings, textSetting } from '@millwright/connector/config-values'
import { type FieldMessages, Problem } from '@millwright/contract/problem'

export interface CouchdbSettings {
  /** URL of the server, with a trailing slash. */
  readonly root: URL
  /** The header of the user, or `null` without one. */
  readonly authorization: string | null
  /** Must not occur in responses. */
  readonly password: string
  /** The database that the settings name. It is listed even if the user may not list the others. */
  readonly database: string | null
  /** The server as error messages name it, without the user. */
  readonly where: string
}

/** Parses the settings of a `couchdb` service (docs/wire/documents.md). Throws a 503 if they are unusable. */
export function couchdbSettings(config: Settings): CouchdbSettings {
  const url = readDsn(textSetting(config, 'dsn') ?? '')
  if (url === null) throw new Problem(503, 'The connection string of the service must begin with http:// or https://.')
  const options = groupSetting(config, 'options')
  const username = textSetting(options, 'username') ?? decoded(url.username)
  const password = textSetting(options, 'password') ?? decoded(url.password)
  const [, folder = '/', named = ''] = /^(.*\/)([^/]*)$/.exec(url.pathname) ?? []
  return {
    root: new URL(folder, url.origin),
    authorization: username === '' ? null : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    password,
    database: textSetting(options, 'db') ?? (decoded(named) || null),
    where: `CouchDB server ${url.host}`,
  }
}

/** Validates the connection string. */
export function couchdbProblem(config: Settings): FieldMessages | null {
  const dsn = textSetting(config, 'dsn')
  const isUsable = dsn === null || hasLookup(dsn) || readDsn(dsn) !== null
  return isUsable ? null : { dsn: ['dsn must begin with http:// or https://.'] }
}

function readDsn(dsn: string): URL | null {
  const url = URL.parse(dsn.trim())
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

/** A part of the URL; one with an unescaped percent sign is returned unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
