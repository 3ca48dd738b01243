import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { NewPasskey } from './factor-changes.ts'
import type { Passkey } from './factors.ts'

/** The site of passkeys: they belong to a host name, and only work on the pages of this instance. */
export interface PasskeySite {
  /** Scheme, host and port. */
  readonly origin: string
  /** The host name. */
  readonly id: string
}

/** Loaded on demand, as the library is large and rarely needed. */
const webAuthn = async () => (await import('@millwright/connector-passkeys/driver')).driver

const siteName = 'Millwright'

export function siteOf(address: string): PasskeySite {
  const { origin, hostname } = new URL(address)
  return { origin, id: hostname }
}

/** The options for `navigator.credentials.create` as JSON, including the `challenge`. */
export async function creationOptions(
  site: PasskeySite,
  person: { readonly id: number; readonly email: string; readonly name: string },
  known: readonly Passkey[],
): Promise<{ readonly challenge: string }> {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: site.id,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(`user ${person.id}`),
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: [...algorithms],
  })
}

/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257] as const

/**
 * The options for `navigator.credentials.get` as JSON. `null` to let the person choose any passkey, which then suffices for
 * signing in. `nonce`: of an earlier challenge.
 */
export async function requestOptions(
  site: PasskeySite,
  known: readonly Passkey[] | null,
  nonce?: string,
): Promise<{ readonly challenge: string }> {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: known?.map(described) ?? [],
    userVerification: known === null ? 'required' : 'preferred',
    ...(nonce === undefined ? {} : { challenge: Buffer.from(nonce, 'base64url') }),
  })
}

/** Throws a 400 for a response that was not created for this challenge and this site. */
export async function newPasskeyIn(
  sent: unknown,
  { site, nonce, name }: { readonly site: PasskeySite; readonly nonce: string; readonly name: string },
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response: responseIn<RegistrationResponseJSON>(sent),
    expectedChallenge: nonce,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(() => ({ verified: false as const }))
  if (!verified.verified)
    throw new Problem(400, 'This passkey was not created for this site, or was sent incompletely.')
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return { name, credential: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** The id of the used passkey. Throws a 400 if this is not a browser's response. */
export function credentialIn(sent: unknown): string {
  return responseIn<AuthenticationResponseJSON>(sent).id
}

/** The passkey's new counter, or `null` if the signature is invalid. */
export async function verifiedUse(
  sent: unknown,
  passkey: Passkey,
  { site, nonce, alone }: { readonly site: PasskeySite; readonly nonce: string; readonly alone: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: responseIn<AuthenticationResponseJSON>(sent),
    expectedChallenge: nonce,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: alone,
    credential: {
      id: passkey.credential,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  return verified && authenticationInfo !== null ? authenticationInfo.newCounter : null
}

function described({ credential, transports }: Passkey) {
  const known: string[] = JSON.parse(transports)
  return { id: credential, transports: known }
}

function responseIn<Response extends { id: string }>(sent: unknown): Response {
  if (!isResponse<Response>(sent)) throw new Problem(400, 'passkey must be the answer of a browser to the challenge.')
  return sent
}

/** The library validates all other members and throws if they are invalid. */
function isResponse<Response extends { id: string }>(sent: unknown): sent is Response {
  return isRecord(sent) && typeof sent.id === 'string' && sent.id.length <= 2048 && isRecord(sent.response)
}
