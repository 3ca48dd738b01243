import { isRecord } from '@millwright/contract/wire/is-record'
import { OauthProblem } from './oauth-problem.ts'
import { redirectProblem } from './redirect-address.ts'
import { deviceGrant } from './server-metadata.ts'

/** The relevant part of a client's metadata (RFC 7591). */
export interface ClientMetadata {
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** A client, identified by a request. */
export interface OauthClient extends ClientMetadata {
  readonly id: string
  /** Whether its metadata comes from its own site or from an administrator. */
  readonly verified: boolean
  /** `null`: it only uses PKCE. */
  readonly secret: string | null
}

const maxAddresses = 20
const longestName = 100

/**
 * Reads the metadata of a client from its registration or document. Throws if it supports neither codes with PKCE nor the device flow, the
 * only flows available; other requested features are ignored.
 */
export function readClientMetadata(sent: unknown): ClientMetadata {
  if (!isRecord(sent)) throw badMetadata('The metadata of the client must be a JSON object.')
  const { redirect_uris: addresses } = sent
  if (isDeviceOnly(sent) && (addresses === undefined || addresses === null)) {
    return { name: nameIn(sent) ?? unnamed, redirectUris: [] }
  }
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > maxAddresses) {
    throw badAddress(`redirect_uris must be a list of 1 to ${maxAddresses} addresses.`)
  }
  const redirectUris = addresses.map((each: unknown) => {
    if (typeof each !== 'string') throw badAddress('redirect_uris must be a list of texts.')
    const problem = redirectProblem(each)
    if (problem !== null) throw badAddress(problem)
    return each
  })
  if (!isDeviceOnly(sent)) requireAmong(sent, 'grant_types', 'authorization_code')
  requireAmong(sent, 'response_types', 'code')
  return { name: nameIn(sent) ?? unnamed, redirectUris: [...new Set(redirectUris)] }
}

const unnamed = 'Unnamed client'

/** Returns whether a client only signs in by a device code, and never by a browser. */
function isDeviceOnly({ grant_types: grants }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(grants) && grants.includes(deviceGrant) && !grants.includes('authorization_code')
}

/** Throws unless the member is absent or a list with the value. */
function requireAmong(sent: Readonly<Record<string, unknown>>, name: string, value: string): void {
  const list = sent[name]
  if (list === undefined || list === null || (Array.isArray(list) && list.includes(value))) return
  throw badMetadata(`${name} must contain ${value}.`)
}

/** Removes characters from the name that could disguise it as another text. */
function nameIn({ client_name: name }: Readonly<Record<string, unknown>>): string | null {
  if (name === undefined || name === null) return null
  if (typeof name !== 'string') throw badMetadata('client_name must be a text.')
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' ? null : [...plain].slice(0, longestName).join('')
}

const badMetadata = (sentence: string) => new OauthProblem('invalid_client_metadata', sentence)
const badAddress = (sentence: string) => new OauthProblem('invalid_redirect_uri', sentence)
