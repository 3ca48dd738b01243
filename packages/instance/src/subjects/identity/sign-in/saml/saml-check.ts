import { createHash } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Profile, SamlConfig } from '@node-saml/node-saml'
import type { Clock } from '../../../../platform/clock.ts'
import type { Vault } from '../../../../platform/vault.ts'
import type { SamlEnvelope } from './saml-envelope.ts'
import type { SamlSettings } from './saml-settings.ts'

/** Stateless ids of requests to the provider, by which its responses are recognized. */
interface SamlRequests {
  /** `binding`: secret of the browser that was redirected; `null`: any browser may return the response. */
  issue(binding: string | null): string
  /** Throws a 401 for ids that this service did not issue within the last 15 minutes, or issued to another browser. */
  check(name: string, binding: string | null): void
}

/** Seconds in which people have to sign in at the provider. */
const patience = 900

export function createSamlRequests(service: number, vault: Vault, clock: Clock): SamlRequests {
  return {
    issue(binding) {
      const until = Math.floor(clock() / 1000) + patience
      const bound = binding === null ? '' : hashed(binding)
      // XML ids cannot begin with every character of an encrypted text, hence the prefix.
      return `_${vault.seal(`saml ${service} ${until} ${bound}`)}`
    },
    check(name, binding) {
      const [purpose, id, until, bound] = read(name, vault).split(' ')
      if (purpose !== 'saml' || id !== String(service)) throw notBegun()
      if (Number(until) * 1000 < clock()) throw new Problem(401, 'This sign-in took too long. Start again.')
      if (bound !== '' && (binding === null || hashed(binding) !== bound)) {
        throw new Problem(401, 'This sign-in was started in another browser. Start again in this one.')
      }
    },
  }
}

function read(name: string, vault: Vault): string {
  try {
    return name.length > 500 ? '' : vault.open(name.slice(1))
  } catch {
    // The id is untrusted input.
    return ''
  }
}

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
const notBegun = () => new Problem(401, 'This sign-in was not started here. Start again.')

/** The parts of an assertion that decide whether it is valid. */
interface SamlAssertion {
  readonly id: string
  readonly issuer: string
  /** The bearer confirmation; `null` unless there is exactly one. */
  readonly bearer: { readonly recipient: string; readonly inResponseTo: string | null; readonly until: number } | null
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Reads the parsed form of a signed assertion. `until`: milliseconds since 1970, NaN if missing. */
function readAssertion(parsed: unknown): SamlAssertion {
  const assertion = isRecord(parsed) ? parsed.Assertion : null
  const subject = children(assertion, 'Subject')[0]
  const confirmations = children(subject, 'SubjectConfirmation').filter((each) => attribute(each, 'Method') === bearer)
  const data = confirmations.length === 1 ? children(confirmations[0], 'SubjectConfirmationData')[0] : undefined
  return {
    id: attribute(assertion, 'ID') ?? '',
    issuer: textOf(children(assertion, 'Issuer')[0]),
    bearer:
      data === undefined
        ? null
        : {
            recipient: attribute(data, 'Recipient') ?? '',
            inResponseTo: attribute(data, 'InResponseTo'),
            until: Date.parse(attribute(data, 'NotOnOrAfter') ?? ''),
          },
  }
}

function children(element: unknown, name: string): readonly unknown[] {
  const found = isRecord(element) ? element[name] : undefined
  return Array.isArray(found) ? found : []
}

function attribute(element: unknown, name: string): string | null {
  const attributes = isRecord(element) && isRecord(element.$) ? element.$ : {}
  return typeof attributes[name] === 'string' ? attributes[name] : null
}

const textOf = (element: unknown) => (isRecord(element) && typeof element._ === 'string' ? element._ : '')

/** URLs of the service at the provider. */
export interface SamlPlace {
  /** Entity ID of the service: the URL of its metadata. */
  readonly entityId: string
  /** Assertion consumer service: the provider posts its responses here. */
  readonly acs: string
  /** Single logout service: receives logout requests of the provider and responses to ours. */
  readonly slo: string
}

export interface SamlChecks {
  readonly settings: SamlSettings
  readonly requests: SamlRequests
  readonly clock: Clock
  /** Returns false if the name was used before. `until`: unix seconds after which it may be forgotten. */
  readonly useOnce: (name: string, until: number) => Promise<boolean>
}

/** Tolerated clock difference between provider and instance, in milliseconds. */
export const skew = 60_000
/** Longest Base64 response, in characters. */
const longest = 400_000

export const strongAlgorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

/** Settings of the library for these URLs. */
export function samlConfig(
  { provider, key, nameIdFormat }: SamlSettings,
  { entityId, acs, slo }: SamlPlace,
): SamlConfig {
  return {
    issuer: entityId,
    audience: entityId,
    callbackUrl: acs,
    entryPoint: provider.address,
    ...(provider.signOutAddress !== null && { logoutUrl: provider.signOutAddress, logoutCallbackUrl: slo }),
    idpIssuer: provider.entityId,
    idpCert: [...provider.certificates],
    identifierFormat: nameIdFormat,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: skew,
    // One of the two is always signed; unsigned parts are not read.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    ...(key !== null && { privateKey: key.privateKey, publicCert: key.certificate, decryptionPvk: key.privateKey }),
  }
}

/**
 * Validates a response of the provider and returns the library's profile of the person. Throws a 401 if it is not signed by the
 * provider, not meant for this service, expired, not requested by this browser, or used before (docs/wire/sign-in.md).
 */
export async function checkAnswer(
  answer: string,
  place: SamlPlace,
  binding: string | null,
  { settings, requests, clock, useOnce }: SamlChecks,
): Promise<Profile> {
  const { readEnvelope } = await import('./saml-envelope.ts')
  const envelope = answer.length > longest ? null : readEnvelope(Buffer.from(answer, 'base64').toString('utf8'))
  if (envelope === null) throw untrusted('it is not a SAML 2.0 response')
  refuseEnvelope(envelope, place, settings)
  const profile = await verified(answer, settings, place)
  const { id, issuer, bearer } = readAssertion(profile.getAssertion?.())
  if (issuer !== settings.provider.entityId) throw untrusted('it was issued by another provider')
  if (bearer === null || bearer.recipient !== place.acs) throw untrusted('it is addressed to another URL')
  if (!(bearer.until + skew > clock())) throw expired()
  if (bearer.inResponseTo !== null) requests.check(bearer.inResponseTo, binding)
  else if (!settings.allowsIdpInitiated) throw new Problem(401, 'This sign-in was not started here. Start again.')
  if (envelope.inResponseTo !== null && envelope.inResponseTo !== bearer.inResponseTo) {
    throw untrusted('it answers more than one request')
  }
  if (!profile.nameID) throw untrusted('it does not identify a user')
  if (profile.nameIDFormat?.endsWith(':transient')) {
    throw untrusted('it uses transient name IDs; choose another name ID format')
  }
  const names = [`saml assertion ${settings.service.id} ${id}`]
  if (bearer.inResponseTo !== null) names.push(`saml ${bearer.inResponseTo}`)
  if (id === '') throw repeated()
  await rejectReplay(names, bearer.until + skew, { useOnce })
  return profile
}

/** Throws if one of the names was used before. `until`: expiry in milliseconds. */
export async function rejectReplay(names: readonly string[], until: number, { useOnce }: Pick<SamlChecks, 'useOnce'>) {
  for (const name of names) {
    if (!(await useOnce(shortened(name), Math.ceil(until / 1000) + 900))) throw repeated()
  }
}

function refuseEnvelope({ destination, issuer, algorithms }: SamlEnvelope, { acs }: SamlPlace, settings: SamlSettings) {
  if (algorithms.some((each) => !strongAlgorithms.has(each))) throw untrusted('its signature algorithm is not secure')
  if (destination !== null && destination !== '' && destination !== acs) {
    throw untrusted('it is addressed to another URL')
  }
  if (issuer !== null && issuer !== settings.provider.entityId) throw untrusted('it was issued by another provider')
}

async function verified(answer: string, settings: SamlSettings, place: SamlPlace): Promise<Profile> {
  const { SAML } = (await import('@millwright/connector-saml/driver')).driver
  try {
    const { profile } = await new SAML(samlConfig(settings, place)).validatePostResponseAsync({ SAMLResponse: answer })
    if (profile !== null) return profile
  } catch (error) {
    throw refusalOf(error)
  }
  throw untrusted('it does not identify a user')
}

/** Converts errors of the library to messages for the person signing in. */
function refusalOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : ''
  if (/expired|too old/i.test(message)) return expired()
  if (/not yet valid/i.test(message)) return untrusted('it is not valid yet; the clocks of both sides differ')
  if (/audience/i.test(message)) return untrusted('its audience is another service')
  if (/^SAML provider returned/.test(message)) return new Problem(401, 'The provider did not sign you in.')
  if (/subject confirmation/i.test(message)) return expired()
  return untrusted('its signature is not valid')
}

function shortened(name: string): string {
  return `saml ${createHash('sha256').update(name).digest('base64url')}`
}

const expired = () => new Problem(401, 'The response of the provider has expired. Start the sign-in again.')
const repeated = () => new Problem(401, 'This sign-in has already been used. Start again.')

export function untrusted(reason: string): Problem {
  return new Problem(401, `The response of the provider cannot be trusted: ${reason}.`)
}
