import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { FieldMessages } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceRow } from '../../../../gateway/service-kind.ts'

/** The part of a person that an attribute contains. */
export type PersonPart = 'email' | 'first_name' | 'last_name' | 'name'

export interface SamlSettings {
  readonly service: Pick<ServiceRow, 'id' | 'name'>
  readonly provider: {
    readonly entityId: string
    readonly address: string
    /** Whether browsers post requests to the provider instead of being redirected. */
    readonly isPostedTo: boolean
    /** URL of the provider's single logout service; `null`: none. */
    readonly signOutAddress: string | null
    /** In PEM form; several while the provider rotates its key. */
    readonly certificates: readonly string[]
  }
  /** Requested format of name IDs; `null`: any. */
  readonly nameIdFormat: string | null
  /** Key pair of this instance, in PEM form: signs requests and decrypts assertions. */
  readonly key: { readonly certificate: string; readonly privateKey: string } | null
  /** URL to which people are redirected with their token; `null`: the response is the session. */
  readonly relayState: string | null
  /** Whether sign-in may start at the provider. */
  readonly allowsIdpInitiated: boolean
  /** Attributes for the parts of a person, which precede the known ones. */
  readonly attributes: readonly { readonly part: PersonPart; readonly attribute: string }[]
}

type Config = Readonly<Record<string, unknown>>

const text = (config: Config, name: string) => (typeof config[name] === 'string' ? config[name].trim() : '')

export function readSamlSettings(row: ServiceRow, config: Config): SamlSettings {
  const certificate = text(config, 'sp_x509cert')
  const privateKey = text(config, 'sp_privateKey')
  const rows = Array.isArray(config.attribute_map) ? config.attribute_map.filter(isRecord) : []
  return {
    service: { id: row.id, name: row.name },
    provider: {
      entityId: text(config, 'idp_entityId'),
      address: text(config, 'idp_singleSignOnService_url'),
      isPostedTo: config.request_binding === 'post',
      signOutAddress: text(config, 'idp_singleLogoutService_url') || null,
      certificates: certificatesIn(text(config, 'idp_x509cert')) ?? [],
    },
    nameIdFormat: text(config, 'sp_nameIDFormat') || null,
    key:
      certificate === '' || privateKey === ''
        ? null
        : { certificate: asPem(certificate, 'CERTIFICATE'), privateKey: asPem(privateKey, 'PRIVATE KEY') },
    relayState: text(config, 'relay_state') || null,
    allowsIdpInitiated: config.allow_unsolicited === true,
    attributes: rows.flatMap(({ part, attribute }) =>
      isPart(part) && typeof attribute === 'string' ? [{ part, attribute }] : [],
    ),
  }
}

const isPart = (value: unknown): value is PersonPart =>
  value === 'email' || value === 'first_name' || value === 'last_name' || value === 'name'

/** Validation messages for combinations of settings. */
export function samlProblem(config: Config): FieldMessages | null {
  const { sp_privateKey: key, sp_x509cert: own } = config
  const relay = text(config, 'relay_state')
  const messages: Record<string, string[]> = {}
  for (const name of ['idp_x509cert', 'sp_x509cert']) {
    if (certificatesIn(text(config, name)) === null) messages[name] = [`${name} must be a certificate in PEM form.`]
  }
  if (key && !isPrivateKey(text(config, 'sp_privateKey'))) {
    messages.sp_privateKey = ['sp_privateKey must be a private key in PEM form, without a password.']
  }
  if (Boolean(key) !== Boolean(own)) messages.sp_x509cert ??= ['sp_x509cert and sp_privateKey go together.']
  if (!isWeb(text(config, 'idp_singleSignOnService_url'))) {
    messages.idp_singleSignOnService_url = ['idp_singleSignOnService_url must begin with http:// or https://.']
  }
  const signOut = text(config, 'idp_singleLogoutService_url')
  if (signOut !== '' && !isWeb(signOut)) {
    messages.idp_singleLogoutService_url = ['idp_singleLogoutService_url must begin with http:// or https://.']
  } else if (signOut !== '' && !(key && own)) {
    messages.idp_singleLogoutService_url = [
      'idp_singleLogoutService_url needs sp_x509cert and sp_privateKey, to sign with.',
    ]
  }
  if (relay !== '' && !isWeb(relay) && !/^\/(?![/\\])/.test(relay)) {
    messages.relay_state = ['relay_state must be an address such as https://example.com/ or a path such as /login.']
  }
  return Object.keys(messages).length === 0 ? null : messages
}

const isWeb = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '') || /\{[^{}]+\}/.test(address)

/** Splits concatenated certificates, in PEM form or as bare Base64; `null` if one is invalid. */
function certificatesIn(bundle: string): string[] | null {
  if (bundle === '') return []
  const blocks = bundle.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [bundle]
  const certificates = blocks.map((block) => asPem(block, 'CERTIFICATE'))
  return certificates.every(isCertificate) ? certificates : null
}

function asPem(content: string, label: string): string {
  if (content.includes('-----BEGIN ')) return `${content.trim()}\n`
  const lines = content.replace(/\s+/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== ''
  } catch {
    return false
  }
}

function isPrivateKey(content: string): boolean {
  try {
    return createPrivateKey(asPem(content, 'PRIVATE KEY')).asymmetricKeyType !== undefined
  } catch {
    return false
  }
}
