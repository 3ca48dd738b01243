import { Problem } from '@millwright/contract/problem'
import type { programClaims } from '@millwright/contract/service-config/sign-in'
import { signatureAlgorithms } from '@millwright/contract/service-config/signature-algorithms'
import { isRecord } from '@millwright/contract/wire/is-record'
import { createRemoteJWKSet, customFetch, decodeJwt, errors, type JWTHeaderParameters, jwtVerify } from 'jose'
import type { ProgramAttempt, VouchedProgram } from '../../../../gateway/ports/sign-in.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { createMetadata, type Reach } from './metadata.ts'
import { type Provider, type ProviderClaims, textOf } from './provider.ts'

type Settings = Readonly<Record<string, unknown>>
type VerifyToken = (token: string) => Promise<VouchedProgram>

interface ProgramTokenParts {
  readonly service: ProgramAttempt['service'] & { readonly label: string | null }
  readonly provider: Provider
  readonly settings: Settings
  readonly reach: Reach
  /** In milliseconds, for the keys of the provider. */
  readonly timeout: number
  readonly clock: Clock
}

/** Makes attempts of tokens: see {@link ProgramAttempt}. */
export type ProgramTokens = (token: string) => ProgramAttempt

interface Row {
  readonly claim: (typeof programClaims)[number]
  readonly value: string
  readonly account: string
}

/** Tolerated clock difference of providers, in seconds. */
const tolerance = 60
/** Maximum age of a token in seconds. No provider issues longer ones to programs by itself. */
const oldest = 86_400
/** Minimum time between requests for keys, in milliseconds, if tokens name an unknown one. */
const cooldown = 60_000

/**
 * Verifies access tokens that the provider issued to programs, not to people (docs/wire/sign-in.md). `null` if the settings name no
 * programs.
 */
export function createProgramTokens(parts: ProgramTokenParts): ProgramTokens | null {
  const { service, provider, settings, clock } = parts
  const rows = rowsIn(settings.program_accounts)
  if (rows.length === 0) return null
  const trusted = createTrust(parts)
  const audience = textsIn(settings.program_audiences)
  const chosen = textsIn(settings.program_algorithms)
  const algorithms = signatureAlgorithms.filter((name) => chosen.length === 0 || chosen.includes(name))
  const called = service.label || service.name

  async function verified(token: string): Promise<ProviderClaims> {
    try {
      const { issuer, keys } = await trusted()
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        clockTolerance: tolerance,
        maxTokenAge: oldest,
        currentDate: new Date(clock()),
        requiredClaims: ['exp', 'sub'],
      })
      const kind = otherKind(protectedHeader, payload)
      if (kind !== null) throw untrusted(kind)
      return payload
    } catch (error) {
      throw tokenProblem(error, called)
    }
  }

  const verify: VerifyToken = async (token) => {
    const claims = await verified(token)
    const client = clientOf(claims)
    const isProgram = provider.isProgram?.(claims) ?? (client !== null && claims.sub === client)
    const row = rows.find((each) => fits(each, claims, client, isProgram, provider))
    if (row === undefined) throw unmapped(isProgram)
    return { name: (client ?? String(claims.sub)).slice(0, 100), account: row.account, until: Number(claims.exp) }
  }

  return (token) => ({ service, claimed: claimedBy(token), verify: () => verify(token) })
}

/** The keys of the provider, fetched once at a time, and the issuers whose tokens they verify. */
function createTrust({ provider, settings, reach, timeout, clock }: ProgramTokenParts) {
  const metadata = createMetadata(provider, reach, clock)
  const named = textsIn(settings.program_issuers)
  let known: { readonly address: string; readonly keys: ReturnType<typeof createRemoteJWKSet> } | null = null

  return async () => {
    const { issuer, jwks_uri: address } = await metadata()
    if (address === undefined) throw new Problem(502, 'The service has no address for the keys of its provider.')
    if (known?.address !== address) {
      const keys = createRemoteJWKSet(new URL(address), {
        timeoutDuration: timeout,
        cooldownDuration: cooldown,
        [customFetch]: (url, { headers, signal }) =>
          reach(url, {
            method: 'GET',
            body: undefined,
            redirect: 'manual',
            signal,
            headers: Object.fromEntries(headers),
          }),
      })
      known = { address, keys }
    }
    const described = provider.described instanceof URL ? (provider.programIssuers?.(issuer) ?? [issuer]) : []
    return { issuer: named.length > 0 ? named : [...described], keys: known.keys }
  }
}

/** Why a token that the provider signed is no access token that whoever holds it may use; `null` if it may be one. */
function otherKind({ typ }: JWTHeaderParameters, claims: ProviderClaims): string | null {
  if (typ !== undefined && !/^(application\/)?(at\+)?jwt$/i.test(typ)) return 'it is not an access token'
  if (claims.typ !== undefined && claims.typ !== 'Bearer') return 'it is not an access token'
  if (['nonce', 'at_hash', 'c_hash'].some((name) => claims[name] !== undefined)) return 'it is an ID token'
  return claims.cnf === undefined ? null : 'it is bound to a key of its holder'
}

/** The client ID, by the names that providers give it; `null` if there is none, or if the names contradict each other. */
function clientOf(claims: ProviderClaims): string | null {
  const found = new Set(['client_id', 'azp', 'appid', 'cid'].flatMap((name) => textOf(claims[name]) ?? []))
  const [client = null, ...others] = found
  return others.length > 0 ? null : client
}

function fits(
  { claim, value }: Row,
  { sub, roles }: ProviderClaims,
  client: string | null,
  isProgram: boolean,
  { isProgram: canTell }: Provider,
): boolean {
  // A listed subject is a program because it is listed, unless the provider says that it is a person.
  if (claim === 'subject') return sub === value && (isProgram || canTell === undefined)
  if (!isProgram || client === null) return false
  return claim === 'client' ? client === value : Array.isArray(roles) && roles.includes(value)
}

const unmapped = (isProgram: boolean) =>
  new Problem(
    401,
    isProgram ? 'This service has no account for this program.' : 'This is not the token of a program listed here.',
  )

const untrusted = (reason: string) => new Problem(401, `The token cannot be trusted: ${reason}.`)

/** Errors of `jose` about the keys rather than the token. */
const aboutKeys = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWK_INVALID'])

function tokenProblem(error: unknown, called: string): unknown {
  if (error instanceof Problem) return error
  if (error instanceof errors.JWKSTimeout) return new Problem(504, `${called} did not send its keys in time.`)
  const isAboutKeys = error instanceof errors.JOSEError ? aboutKeys.has(error.code) : error instanceof TypeError
  if (isAboutKeys) return new Problem(502, `The keys of ${called} are invalid.`)
  return error instanceof errors.JOSEError ? untrusted(error.message.slice(0, 200).replace(/\.+$/, '')) : error
}

/** What a token claims to be, unverified; the empty text if it cannot be read. */
function claimedBy(token: string): string {
  try {
    const claims = decodeJwt(token)
    return (clientOf(claims) ?? textOf(claims.sub) ?? '').slice(0, 200)
  } catch {
    return ''
  }
}

function rowsIn(value: unknown): readonly Row[] {
  const rows = Array.isArray(value) ? value.filter(isRecord) : []
  return rows.flatMap(({ claim, value: wanted, account }) => {
    const text = textOf(wanted)?.trim()
    const email = textOf(account)
    const known = claim === 'client' || claim === 'subject' || claim === 'role'
    return known && text && email !== null ? [{ claim, value: text, account: email }] : []
  })
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((each) => textOf(each)?.trim() || []) : []
}
