import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type Settings, textSetting } from '@millwright/connector/config-values'
import { type FieldMessages, Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { eventMapProblem } from './event-messages.ts'
import { complaint } from './push-receivers.ts'

export interface FcmSettings {
  readonly project: string
  readonly email: string
  readonly key: KeyObject
  readonly keyId: string | null
  /** The token endpoint. */
  readonly tokens: URL
  /** With a trailing slash. */
  readonly endpoint: URL
  /** The name of the server in error messages. */
  readonly where: string
}

/** Parses the settings of a `gcm` service (docs/wire/messages.md). Throws a 503 if they are unusable. */
export function fcmSettings(config: Settings): FcmSettings {
  const account = readAccount(textSetting(config, 'api_key') ?? '')
  if (account === null) throw new Problem(503, `The api_key of the service ${expected}`)
  const endpoint = URL.parse(
    `${(textSetting(config, 'endpoint') ?? 'https://fcm.googleapis.com').replace(/\/+$/, '')}/`,
  )
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol)) {
    throw new Problem(503, 'The endpoint of the service must begin with http:// or https://.')
  }
  return { ...account, endpoint, where: `Firebase Cloud Messaging at ${endpoint.host}` }
}

const expected = 'must be the JSON file of a service account of the project; Google no longer accepts server keys.'

/** Validation messages for settings that can never work. */
export function fcmProblem(config: Settings): FieldMessages | null {
  const key = textSetting(config, 'api_key') ?? ''
  const isLookup = /^\{[\w.]+\}$/.test(key.trim())
  return isLookup || readAccount(key) !== null ? eventMapProblem(config) : complaint('api_key', expected)
}

function readAccount(text: string): Omit<FcmSettings, 'endpoint' | 'where'> | null {
  try {
    const read: unknown = JSON.parse(text)
    if (!isRecord(read)) return null
    const { project_id: project, client_email: email, private_key: pem, private_key_id: keyId, token_uri: uri } = read
    const tokens = URL.parse(typeof uri === 'string' ? uri : 'https://oauth2.googleapis.com/token')
    if (typeof project !== 'string' || !/^[a-z0-9.:-]+$/i.test(project) || typeof email !== 'string') return null
    if (typeof pem !== 'string' || tokens === null || !/^https?:$/.test(tokens.protocol)) return null
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa'
      ? { project, email, key, keyId: typeof keyId === 'string' ? keyId : null, tokens }
      : null
  } catch {
    return null
  }
}
