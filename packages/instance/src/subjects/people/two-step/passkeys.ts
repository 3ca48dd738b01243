import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { NewPasskey } from './factor-changes.ts'
import type { Passkey } from './factors.ts'

/** Where passkeys are made and used: they belong to a host name, and serve on the pages of this instance alone. */
export interface PasskeySite {
  /** Scheme, host and port. */
  readonly origin: string
  /** The host name. */
  readonly id: string
}

/** The library is large, and most starts of an instance never need it. */
const webAuthn = async () => (await import('@millwright/connector-passkeys/driver')).driver

const siteName = 'Millwright'

export const siteOf = (origin: string): PasskeySite => ({ origin, id: new URL(origin).hostname })

/** What `navigator.credentials.create` is called with, as JSON; `challenge` is in it. */
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
 * What `navigator.credentials.get` is called with, as JSON. Null: whichever passkey the person chooses, by which alone they sign in.
 * `nonce`: of a challenge that was made before.
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

/** Refuses with 400 what the browser did not make for this challenge and this site. */
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

/** The identifier of the passkey that was used. Refuses with 400 what is no answer of a browser. */
export function credentialIn(sent: unknown): string {
  return responseIn<AuthenticationResponseJSON>(sent).id
}

/** The passkey's new count of uses; null when the signature is not right. */
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

/** The other members are read by the library, which throws at any that is not as it should be. */
function isResponse<Response extends { id: string }>(sent: unknown): sent is Response {
  return isRecord(sent) && typeof sent.id === 'string' && sent.id.length <= 2048 && isRecord(sent.response)
}
