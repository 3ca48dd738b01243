import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type Settings, schemaSetting, textSetting } from '@millwright/connector/config-values'
import { databaseUnavailable } from '@millwright/connector/engine/problems'
import type { FieldMessages, Problem } from '@millwright/contract/problem'

/** The parsed configuration of a Snowflake service (docs/wire/databases.md). */
export interface SnowflakeSettings {
  readonly endpoint: URL
  /** Host name for error messages. */
  readonly where: string
  /** As in tokens: in upper case, without the region at the end of older identifiers. */
  readonly account: string
  readonly username: string
  readonly key: KeyObject
  readonly database: string
  readonly warehouse: string | null
  readonly role: string | null
  /** `null` for all schemas that the user can see. */
  readonly schema: string | null
}

export const defaultSchema = 'PUBLIC'

/** Parses the settings. Throws 503 if they are invalid. */
export function snowflakeSettings(config: Settings): SnowflakeSettings {
  const account = textSetting(config, 'account')?.trim() ?? ''
  const endpoint = URL.parse(textSetting(config, 'endpoint') ?? `https://${account}.snowflakecomputing.com/`)
  const where = `at ${endpoint?.host ?? 'Snowflake'}`
  if (endpoint === null || !isHttp(endpoint)) throw databaseUnavailable(where, 'its endpoint is not a valid URL.')
  const key = privateKey(config)
  if (key === null) throw databaseUnavailable(where, 'the private key of the service cannot be read.')
  return {
    endpoint,
    where,
    account: accountInTokens(account),
    username: (textSetting(config, 'username') ?? '').toUpperCase(),
    key,
    database: textSetting(config, 'database') ?? '',
    warehouse: textSetting(config, 'warehouse'),
    role: textSetting(config, 'role'),
    schema: schemaSetting(config, defaultSchema),
  }
}

/** Validation messages for settings that cannot work. */
export function snowflakeComplaints(config: Settings): FieldMessages {
  const account = textSetting(config, 'account')
  const endpoint = textSetting(config, 'endpoint')
  const key = textSetting(config, 'private_key')
  const complaints: FieldMessages = {}
  if (account !== null && !hasLookup(account) && !/^[\w-]+(?:\.[\w-]+)*$/.test(account))
    complaints.account = ['account must be an identifier such as myorg-myaccount.']
  if (endpoint !== null && !hasLookup(endpoint) && !isHttp(URL.parse(endpoint)))
    complaints.endpoint = ['endpoint must begin with http:// or https://.']
  if (key !== null && !hasLookup(key) && privateKey(config) === null)
    complaints.private_key = ['private_key must be an RSA key in PEM form; an encrypted one needs its passphrase.']
  return complaints
}

function privateKey(config: Settings): KeyObject | null {
  const passphrase = textSetting(config, 'private_key_passphrase')
  try {
    const key = createPrivateKey({
      key: textSetting(config, 'private_key') ?? '',
      ...(passphrase !== null && { passphrase }),
    })
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

const isHttp = (address: URL | null): boolean => address !== null && /^https?:$/.test(address.protocol)
const hasLookup = (text: string): boolean => text.includes('{')

function accountInTokens(account: string): string {
  const upper = account.toUpperCase()
  return upper.includes('.GLOBAL') ? (upper.split('-')[0] ?? upper) : (upper.split('.')[0] ?? upper)
}

/** The problem for an invalid response from Snowflake. */
export function unreadable(where: string): Problem {
  return databaseUnavailable(where, 'its response cannot be read.')
}
