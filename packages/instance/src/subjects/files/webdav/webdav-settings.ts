import { type FieldMessages, Problem } from '@millwright/contract/problem'
import { numberSetting, type Settings, textSetting } from '../../../platform/config-values.ts'

export interface WebdavSettings {
  /** The folder that holds the files, with a slash at the end. */
  readonly root: URL
  /** The folder in it that was named, which is made when it is missing: its names. */
  readonly container: readonly string[]
  readonly username: string | null
  readonly password: string
  readonly proxy: string | null
  /** As refusals name it. */
  readonly where: string
}

const web = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')

/** The settings of a service of the type `webdav_file` (docs/wire/files.md). Refuses with 503 what leads nowhere. */
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

/** Bits of `auth_type`, as the numbers of other platforms have them. */
const ways = { basic: 1, digest: 2 }

/** Complaints about settings that each could be right. */
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
