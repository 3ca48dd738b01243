import { hasLookup } from '@millwright/connector/config-values'
import { Problem } from '@millwright/contract/problem'
import { plainName } from '../../ground/service-config/stored-config.ts'

/** Connection options of an `rws` service, which use the names of curl's options (docs/wire/remote.md). */
export interface TransportOptions {
  /** Milliseconds for the whole response; `null`: no limit while data arrives. */
  readonly timeout: number | null
  /** Whether to verify TLS certificates. */
  readonly verify: boolean
  /** Most redirects to follow; 0: none. */
  readonly redirects: number
  /** `name:password`; may contain lookup keys. */
  readonly user: string
  readonly userAgent: string
  /** URL of the HTTP proxy; `null`: none. */
  readonly proxy: URL | null
}

/** Names of options that have an effect, without `CURLOPT_`. */
const known = new Set([
  'TIMEOUT',
  'TIMEOUT_MS',
  'FOLLOWLOCATION',
  'MAXREDIRS',
  'SSL_VERIFYPEER',
  'USERPWD',
  'USERAGENT',
  'PROXY',
  'PROXYPORT',
  'PROXYUSERPWD',
])

const redirectsUnlessSaid = 5
const maxRedirects = 20

/** Reads options by name, case-insensitively, with or without `CURLOPT_`; other options are ignored. */
export function readTransport(options: Readonly<Record<string, unknown>>): TransportOptions {
  const named = new Map(Object.entries(options).map(([name, value]) => [plainName(name), value]))
  const text = (name: string) => {
    const value = named.get(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const number = (name: string) => {
    const value = Number(text(name) || Number.NaN)
    return Number.isFinite(value) && value >= 0 ? value : null
  }
  const seconds = number('TIMEOUT')
  const timeout = number('TIMEOUT_MS') ?? (seconds === null ? null : seconds * 1000)
  const follows = isOn(named.get('FOLLOWLOCATION'), false)
  return {
    timeout: timeout === null || timeout === 0 ? null : Math.min(timeout, 0x7fffffff),
    verify: isOn(named.get('SSL_VERIFYPEER'), true),
    redirects: follows ? Math.min(number('MAXREDIRS') ?? redirectsUnlessSaid, maxRedirects) : 0,
    user: text('USERPWD'),
    userAgent: text('USERAGENT'),
    proxy: proxyOf(text('PROXY'), text('PROXYPORT'), text('PROXYUSERPWD')),
  }
}

/** Names of the options that have no effect, as written. */
export function unusedOptions(options: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(options).filter((name) => !known.has(plainName(name)))
}

const numbers = ['TIMEOUT', 'TIMEOUT_MS', 'MAXREDIRS', 'PROXYPORT']
const switches = ['FOLLOWLOCATION', 'SSL_VERIFYPEER']
const maxOf = new Map([['PROXYPORT', 65_535]])

/** Sentences about options with invalid values. */
export function optionProblems(options: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(options).flatMap(([written, value]) => {
    const name = plainName(written)
    const text = String(value ?? '').trim()
    if (text === '') return []
    if (numbers.includes(name)) {
      const most = maxOf.get(name)
      const isFine = /^\d+(?:\.\d+)?$/.test(text) && (most === undefined || Number(text) <= most)
      return isFine ? [] : [`${written} must be a number${most === undefined ? '' : ` up to ${most}`}.`]
    }
    if (switches.includes(name)) {
      return [...off, ...on].includes(text.toLowerCase()) ? [] : [`${written} must be 1 or 0.`]
    }
    if (name === 'PROXY') return proxyAddress(text) === null ? [`${written} must be the address of an HTTP proxy.`] : []
    return name === 'USERPWD' && !text.includes(':') && !hasLookup(text)
      ? [`${written} must be a name and a password with a colon between them.`]
      : []
  })
}

/** Throws a 503 for an invalid proxy address, as requests must not bypass the proxy. */
function proxyOf(host: string, port: string, user: string): URL | null {
  if (host.trim() === '') return null
  const address = proxyAddress(host)
  if (address === null) {
    throw new Problem(503, 'The option CURLOPT_PROXY must be the address of an HTTP proxy.')
  }
  if (port !== '') address.port = port
  if (user !== '') {
    const [name = '', ...password] = user.split(':')
    address.username = name
    address.password = password.join(':')
  }
  return address
}

function proxyAddress(host: string): URL | null {
  const address = URL.parse(host.includes('://') ? host.trim() : `http://${host.trim()}`)
  return address !== null && /^https?:$/.test(address.protocol) ? address : null
}

const off = ['0', 'false', 'no', 'off']
const on = ['1', '2', 'true', 'yes', 'on']

function isOn(value: unknown, unlessSaid: boolean): boolean {
  if (value === undefined || value === null || value === '') return unlessSaid
  return !off.includes(String(value).trim().toLowerCase())
}
