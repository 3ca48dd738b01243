import { type Settings, textSetting } from '@millwright/connector/config-values'
import { readText } from '@millwright/connector/files/answer-body'
import { unavailable } from '@millwright/connector/files/unavailable'
import type { HttpConnection } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

/** An access token, and the URL of the object storage. */
export interface SwiftPass {
  readonly token: string
  /** URL of the account, without a trailing slash. */
  readonly storage: string
}

/** Signs in to Keystone, version 3 or 2.0 depending on the URL. Rejects with a 503. */
export async function signIn(line: HttpConnection, settings: SwiftSettings): Promise<SwiftPass> {
  const { identity, where } = settings
  const isNewer = /\/v3$/.test(identity)
  const url = new URL(isNewer ? `${identity}/auth/tokens` : `${identity}/tokens`)
  const body = Buffer.from(JSON.stringify(isNewer ? newer(settings) : older(settings)))
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'content-length': String(body.length),
  }
  const answer = await line.ask({ method: 'POST', url, headers, body })
  const { statusCode = 0, headers: answered } = answer
  if (statusCode === 401 || statusCode === 403) {
    answer.destroy()
    throw unavailable(where, 'it refuses the user of the service.')
  }
  const answerBody = readJson(await readText(answer, where))
  const access = Object(answerBody.access)
  const subject = answered['x-subject-token']
  const token: unknown = isNewer ? subject : Object(access.token).id
  const catalog: unknown = isNewer ? Object(answerBody.token).catalog : access.serviceCatalog
  const storage = storageIn(Array.isArray(catalog) ? catalog : [], settings.region)
  if (statusCode >= 300 || typeof token !== 'string' || token === '') {
    throw unavailable(where, `it responded with status ${statusCode}.`)
  }
  if (storage === null) throw unavailable(where, 'it names no object storage for the user and region.')
  return { token, storage }
}

function newer({ username, password, project, domain }: SwiftSettings): object {
  const user = { name: username, domain: { id: domain }, password: password ?? '' }
  const scope = project === null ? {} : { scope: { project: { name: project, domain: { id: domain } } } }
  return { auth: { identity: { methods: ['password'], password: { user } }, ...scope } }
}

function older({ username, password, apiKey, project }: SwiftSettings): object {
  const who =
    apiKey === null
      ? { passwordCredentials: { username, password: password ?? '' } }
      : { 'RAX-KSKEY:apiKeyCredentials': { username, apiKey } }
  return { auth: { ...who, ...(project === null ? {} : { tenantName: project }) } }
}

/** The URL for the region, or else the first one. */
function storageIn(catalog: readonly unknown[], region: string | null): string | null {
  const places = catalog
    .filter(isRecord)
    .filter(({ type }) => type === 'object-store')
    .flatMap(({ endpoints }): readonly unknown[] => (Array.isArray(endpoints) ? endpoints : []))
    .filter(isRecord)
    .filter((place) => place.interface === undefined || place.interface === 'public')
  const found =
    region === null ? places[0] : places.find((place) => place.region === region || place.region_id === region)
  const url = found?.publicURL ?? found?.url
  return typeof url === 'string' && /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url.replace(/\/+$/, '') : null
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

export interface SwiftSettings {
  /** URL of the identity service, without a trailing slash. */
  readonly identity: string
  readonly username: string
  readonly password: string | null
  /** Rackspace API key, used instead of a password. */
  readonly apiKey: string | null
  readonly project: string | null
  readonly domain: string
  readonly region: string | null
  readonly container: string
  /** The name of the server in error messages. */
  readonly where: string
}

/**
 * Parses the settings of an `openstack_object_storage` or `rackspace_cloud_files` service (docs/wire/files.md). Throws a 503 if
 * they are unusable.
 */
export function swiftSettings(config: Settings): SwiftSettings {
  const identity = (textSetting(config, 'url') ?? '').replace(/\/+$/, '')
  const address = URL.parse(identity)
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new Problem(503, 'The URL of the service must begin with http:// or https://.')
  }
  const container = textSetting(config, 'container') ?? ''
  if (container === '' || container.includes('/')) throw new Problem(503, 'The service names no container.')
  return {
    identity,
    username: textSetting(config, 'username') ?? '',
    password: textSetting(config, 'password'),
    apiKey: textSetting(config, 'api_key'),
    project: textSetting(config, 'tenant_name'),
    domain: textSetting(config, 'domain') ?? 'default',
    region: textSetting(config, 'region'),
    container,
    where: `object storage of ${address.host}`,
  }
}
