import { numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'
import { type FieldMessages, Problem } from '@millwright/contract/problem'

export interface WebdavSettings {
  /** URL of the base folder, with a trailing slash. */
  readonly root: URL
  /** Path segments of the configured folder below it, which is created if it is missing. */
  readonly container: readonly string[]
  readonly username: string | null
  readonly password: string
  readonly proxy: string | null
  /** The name of the server in error messages. */
  readonly where: string
}

const web = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')

/** Parses the settings of a `webdav_file` service (docs/wire/files.md). Throws a 503 if they are unusable. */
export function webdavSettings(config: Settings): WebdavSettings {
  const base = textSetting(config, 'base_uri') ?? ''
  const proxy = textSetting(config, 'proxy')
  for (const address of [base, ...(proxy === null ? [] : [proxy])]) {
    if (!web(address)) throw new Problem(503, 'The URLs of the service must begin with http:// or https://.')
  }
  const root = new URL(base.endsWith('/') ? base : `${base}/`)
  const username = textSetting(config, 'username') ?? (root.username === '' ? null : decodeURIComponent(root.username))
  const password = textSetting(config, 'password') ?? decodeURIComponent(root.password)
  root.username = ''
  root.password = ''
  root.search = ''
  const container = (textSetting(config, 'container') ?? '').split('/').filter((name) => name !== '' && name !== '.')
  return { root, container, username, password, proxy, where: `WebDAV server ${root.host}` }
}

/** Bits of `auth_type`, with the values that other platforms use. */
const ways = { basic: 1, digest: 2 }

/** Validates settings that depend on each other. */
export function webdavProblem(config: Settings): FieldMessages | null {
  const way = numberSetting(config, 'auth_type') ?? 0
  if (way !== 0 && (way & (ways.basic | ways.digest)) === 0) {
    return { auth_type: ['auth_type must be empty, 1 (Basic), 2 (Digest) or 3 (what the server asks for).'] }
  }
  const container = textSetting(config, 'container') ?? ''
  if (container.split('/').includes('..')) return { container: ['container must name a folder below the base URI.'] }
  const address = textSetting(config, 'base_uri') ?? ''
  const isWeb = address.includes('{') || web(address)
  return isWeb ? null : { base_uri: ['base_uri must begin with http:// or https://.'] }
}
