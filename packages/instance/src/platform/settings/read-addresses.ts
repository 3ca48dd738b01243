import type { settingReader } from './setting-reader.ts'
import { SettingError } from './settings.ts'

type Reader = ReturnType<typeof settingReader>

const web = ['http', 'https']

interface AppsAddresses {
  /** Port of the listener for hosted apps; `null`: the next free one after `port`, 0: none. */
  readonly appsPort: number | null
  /** Public URL of hosted apps, without a trailing slash; `null`: at the listener's port. */
  readonly appsUrl: string | null
}

/** Where the instance and the apps that it hosts are public. */
export interface Addresses extends AppsAddresses {
  /** Public URL of the instance, without a trailing slash; `null`: the URL of each request. Its path is that beneath which it is public. */
  readonly publicUrl: string | null
}

/** Reads where the instance and the apps that it hosts are public. */
export function readAddresses(read: Reader): Addresses {
  const publicUrl = publicUrlOf(read)
  return { publicUrl, ...appsSettings(read, publicUrl) }
}

/** First parts of paths of the instance itself, which could not be told from a base path. */
const ownPaths = ['api', 'assets', 'health', 'mcp', 'metrics', 'status', '.well-known']

function publicUrlOf(read: Reader): string | null {
  const url = read.url('publicUrl', web)
  if (url === null) return null
  const { pathname, search, hash, username } = new URL(url)
  const [, first = ''] = pathname.split('/')
  if (!/^(?:\/[\w.~-]+)*\/?$/.test(pathname) || search !== '' || hash !== '' || username !== '') {
    throw new SettingError(
      'publicUrl',
      'must be a scheme, a host and at most a plain path, such as https://example.com/some/path.',
    )
  }
  if (ownPaths.includes(first)) throw new SettingError('publicUrl', `must not have a path that begins with /${first}.`)
  return url
}

/** Hosted apps need an origin that differs from the console's. */
function appsSettings(read: Reader, publicUrl: string | null): AppsAddresses {
  const appsUrl = read.url('appsUrl', web)
  const appsPort = read.optional('appsPort') === null ? null : read.integer('appsPort', 0, 65535)
  if (appsUrl === null) {
    if (appsPort !== null && appsPort !== 0 && appsPort === read.integer('port', 0, 65535)) {
      throw new SettingError('appsPort', 'must be another port than that of the console.')
    }
    return { appsPort, appsUrl }
  }
  const { origin, pathname, search, hash } = new URL(appsUrl)
  if (pathname !== '/' || search !== '' || hash !== '') {
    throw new SettingError('appsUrl', 'must be an origin: a scheme and a host, and nothing after them.')
  }
  if (publicUrl !== null && new URL(publicUrl).origin === origin) {
    throw new SettingError('appsUrl', 'must be another origin than MILLWRIGHT_PUBLIC_URL.')
  }
  return { appsPort, appsUrl: origin }
}
