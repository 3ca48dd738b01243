import { isRecord } from '@millwright/contract/wire/is-record'
import { type Described, openIdProfile, type Provider, type ProviderClaims, signatures, textOf } from './provider.ts'

type Settings = Readonly<Record<string, unknown>>

/** A provider of the type `oidc`, configured by its discovery document, or else by the URLs in the service's settings. */
export function customProvider(settings: Settings): Provider {
  const scope = textOf(settings.scopes)
    ?.split(/[\s,]+/)
    .filter(Boolean)
    .join(' ')
  const profileOf = (claims: ProviderClaims) => openIdProfile(claims, () => true)
  const document = textOf(settings.discovery_document)
  if (document !== null) {
    return {
      described: new URL(document),
      scope: withOpenId(scope ?? 'openid email profile'),
      idToken: true,
      profileOf,
    }
  }
  const described = setAddresses(settings)
  const page = described.userinfo_endpoint
  if (settings.validate_id_token === true || page === undefined) {
    // The issuer is unknown. The token is trusted because of its keys, or of the URL that it was fetched from.
    const issuerOf = (_: string, { iss }: ProviderClaims) => textOf(iss) ?? ''
    return { described, scope: withOpenId(scope ?? ''), idToken: true, issuerOf, profileOf }
  }
  return {
    described,
    scope: scope ?? '',
    idToken: false,
    pages: [new URL(page)],
    profileOf: (_, [claims]) => (isRecord(claims) ? profileOf({ ...claims, iss: new URL(page).origin }) : null),
  }
}

function setAddresses(settings: Settings): Described {
  const authorization = textOf(settings.auth_endpoint) ?? ''
  const token = textOf(settings.token_endpoint) ?? ''
  const page = textOf(settings.user_endpoint)
  const keys = textOf(settings.jwks_uri)
  return {
    issuer: new URL(authorization).origin,
    authorization_endpoint: authorization,
    token_endpoint: token,
    id_token_signing_alg_values_supported: [...signatures],
    ...(page === null ? {} : { userinfo_endpoint: page }),
    ...(keys === null ? {} : { jwks_uri: keys }),
  }
}

function withOpenId(scope: string): string {
  return scope.split(' ').includes('openid') ? scope : `openid ${scope}`.trim()
}
