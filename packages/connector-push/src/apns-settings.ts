import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type Settings, textSetting } from '@millwright/connector/config-values'
import { type FieldMessages, Problem } from '@millwright/contract/problem'
import { eventMapProblem } from './event-messages.ts'
import { complaint } from './push-receivers.ts'

/** How the provider authenticates: with tokens signed by its key, or with the app's certificate. */
export type Identity =
  | { readonly key: KeyObject; readonly keyId: string; readonly team: string }
  | { readonly pem: string; readonly passphrase: string | null }

export interface ApnsSettings {
  readonly identity: Identity
  /** The app's bundle id, or `null` to use that of the certificate. */
  readonly topic: string | null
  readonly origin: string
  /** The name of the server in error messages. */
  readonly where: string
}

const origins = { development: 'https://api.sandbox.push.apple.com', production: 'https://api.push.apple.com' }

/** Parses the settings of an `apns` service (docs/wire/messages.md). Throws a 503 if they are unusable. */
export function apnsSettings(config: Settings): ApnsSettings {
  const identity = identityOf(config)
  if (typeof identity === 'string') throw new Problem(503, `The service cannot be used: ${identity}`)
  const usual = textSetting(config, 'environment') === 'production' ? origins.production : origins.development
  const endpoint = URL.parse(textSetting(config, 'endpoint') ?? usual)
  if (endpoint?.protocol !== 'https:') throw new Problem(503, 'The endpoint of the service must begin with https://.')
  return {
    identity,
    topic: textSetting(config, 'topic'),
    origin: endpoint.origin,
    where: `Apple's push service at ${endpoint.host}`,
  }
}

/** Validation messages for settings that can never work. */
export function apnsProblem(config: Settings): FieldMessages | null {
  const pem = textSetting(config, 'certificate') ?? ''
  if (/^\{[\w.]+\}$/.test(pem.trim())) return eventMapProblem(config)
  const isCertificate = pem.includes('BEGIN CERTIFICATE')
  const missing = isCertificate
    ? []
    : ['key_id', 'team_id', 'topic'].filter((name) => textSetting(config, name) === null)
  const [first] = missing
  if (first !== undefined) return complaint(first, 'is required with a key (.p8).')
  const identity = identityOf(config)
  return typeof identity === 'string' ? { certificate: [identity] } : eventMapProblem(config)
}

function identityOf(config: Settings): Identity | string {
  const pem = textSetting(config, 'certificate') ?? ''
  const passphrase = textSetting(config, 'passphrase')
  if (!pem.includes('PRIVATE KEY-----')) return 'certificate must hold a private key in PEM form.'
  const key = openKey(pem, passphrase)
  if (key === null) return 'the private key of certificate cannot be opened with the passphrase.'
  if (pem.includes('BEGIN CERTIFICATE')) return { pem, passphrase }
  if (key.asymmetricKeyType !== 'ec')
    return 'certificate must hold a key for tokens (.p8), or a certificate with its key.'
  return { key, keyId: textSetting(config, 'key_id') ?? '', team: textSetting(config, 'team_id') ?? '' }
}

function openKey(pem: string, passphrase: string | null): KeyObject | null {
  const [own] = /-----BEGIN [\w ]*PRIVATE KEY-----[\s\S]*?-----END [\w ]*PRIVATE KEY-----/.exec(pem) ?? []
  try {
    return createPrivateKey({ key: own ?? pem, ...(passphrase !== null && { passphrase }) })
  } catch {
    return null
  }
}
