import {
  flagSetting,
  groupSetting,
  numberSetting,
  type Settings,
  textSetting,
} from '@millwright/connector/config-values'
import type { FieldMessages } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { plainName } from '../../../ground/service-config/stored-config.ts'
import type { SoapVersion } from './wsdl.ts'

export interface SoapHeader {
  /** Whether the header is part of the WS-Security header. */
  readonly isSecurity: boolean
  readonly namespace: string
  readonly name: string
  readonly data: string
  readonly mustUnderstand: boolean
  readonly actor: string
}

export interface SoapSettings {
  readonly wsdl: string
  readonly headers: readonly SoapHeader[]
  /** UsernameToken of WS-Security; `null`: none. */
  readonly token: { readonly username: string; readonly password: string; readonly isDigest: boolean } | null
  /** `name:password` for HTTP Basic; `null`: none. */
  readonly user: string | null
  /** URL that overrides the one in the WSDL; `null`: not overridden. */
  readonly location: string | null
  readonly version: SoapVersion | null
  /** Milliseconds to wait for a response. */
  readonly timeout: number
}

const longestTimeout = 60

/** The settings of a service of type `soap` (docs/wire/soap.md). Option names are case-insensitive. */
export function soapSettings(config: Settings): SoapSettings {
  const options: Settings = Object.fromEntries(
    Object.entries(groupSetting(config, 'options')).map(([name, value]) => [plainName(name), value]),
  )
  const token: Settings = Object.fromEntries(
    Object.entries(groupSetting(config, 'wsse_username_token')).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const username = textSetting(token, 'username')
  const login = textSetting(options, 'LOGIN')
  const version = numberSetting(options, 'SOAP_VERSION')
  const seconds = numberSetting(options, 'CONNECTION_TIMEOUT') ?? numberSetting(options, 'TIMEOUT') ?? 30
  return {
    wsdl: textSetting(config, 'wsdl') ?? '',
    headers: headersOf(config.headers),
    token:
      username === null
        ? null
        : { username, password: textSetting(token, 'password') ?? '', isDigest: flagSetting(token, 'digest', false) },
    user: login === null ? null : `${login}:${textSetting(options, 'PASSWORD') ?? ''}`,
    location: textSetting(options, 'LOCATION'),
    version: version === 1 || version === 1.1 ? '1.1' : version === 2 || version === 1.2 ? '1.2' : null,
    timeout: Math.min(Math.max(seconds, 1), longestTimeout) * 1000,
  }
}

function headersOf(headerList: unknown): readonly SoapHeader[] {
  const rows: readonly unknown[] = Array.isArray(headerList) ? headerList : []
  return rows.filter(isRecord).map((row) => ({
    isSecurity: row.type === 'wsse',
    namespace: textSetting(row, 'namespace') ?? '',
    name: textSetting(row, 'name') ?? '',
    data: textSetting(row, 'data') ?? '',
    mustUnderstand: flagSetting(row, 'mustunderstand', false),
    actor: textSetting(row, 'actor') ?? '',
  }))
}

/** Validation messages for settings that can never work. */
export function soapProblem(config: Settings): FieldMessages | null {
  const { wsdl, location, headers } = soapSettings(config)
  const isWeb = (address: string) => address.includes('{') || /^https?:$/.test(URL.parse(address)?.protocol ?? '')
  if (!isWeb(wsdl)) return { wsdl: ['wsdl must be an address that begins with http:// or https://.'] }
  if (location !== null && !isWeb(location)) {
    return { options: ['location must be an address that begins with http:// or https://.'] }
  }
  const odd = headers.find(({ name }) => !/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name))
  return odd === undefined ? null : { headers: [`'${odd.name.slice(0, 100)}' is not a valid header name.`] }
}
