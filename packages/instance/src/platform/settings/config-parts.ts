import { statSync } from 'node:fs'
import type { settingReader } from './setting-reader.ts'
import { type Environment, SettingError } from './settings.ts'
import { addressForms, type UsageSettings } from './usage-settings.ts'

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

/** Throws `SettingError` for an invalid value. */
export function readUsageSettings(read: ReturnType<typeof settingReader>): UsageSettings {
  return {
    isOn: read.switch('usage'),
    days: daysOf(read.text('usageKeep')),
    log: {
      rows: read.integer('requestLog', 0, 10_000_000),
      days: read.integer('requestLogDays', 1, 3650),
      sample: shareOf(read.text('requestLogSample')),
      address: read.oneOf('requestLogAddress', addressForms),
      keepsValues: read.switch('requestLogValues'),
    },
    slow: read.integer('slow', 1, 3_600_000),
  }
}

function daysOf(text: string): UsageSettings['days'] {
  const [minutes = 0, hours = 0, days = 0, ...more] = text.split(',').map((each) => Number(each.trim()))
  const isDays = (value: number) => Number.isInteger(value) && value >= 1 && value <= 36_500
  if (more.length === 0 && [minutes, hours, days].every(isDays)) return [minutes, hours, days]
  throw new SettingError('usageKeep', 'must be three numbers of days, such as 2,35,400.')
}

function shareOf(text: string): number {
  const share = Number(text)
  if (text.trim() !== '' && share >= 0 && share <= 1) return share
  throw new SettingError('requestLogSample', 'must be a number from 0 to 1.')
}

/** A folder of configuration to apply at each start, with what its placeholders stand for. */
export interface StartConfiguration {
  readonly folder: string
  readonly overlay: string | null
  readonly env: Environment
}

/** Returns `null` if no folder is given. Throws a `SettingError` for one that is not there, and for an overlay of none. */
export function readStartConfiguration(
  read: ReturnType<typeof settingReader>,
  env: Environment,
): StartConfiguration | null {
  const folder = read.optional('configFolder')
  const overlay = read.optional('configOverlay')
  if (folder !== null) {
    // Found before the instance is created, rather than once its first administrator exists.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return { folder, overlay, env }
    throw new SettingError('configFolder', `must be a folder; there is none at ${folder}.`)
  }
  if (overlay === null) return null
  throw new SettingError('configOverlay', 'needs MILLWRIGHT_CONFIG, the folder that has the overlay.')
}
