import { type Claims, idOf, mailOf, type Profile, textOf } from './provider.ts'

/**
 * Maps OpenID Connect claims to a profile. The subject includes the issuer, so that people of different issuers are never
 * confused, even if the service is reconfigured. `vouches`: whether the provider's claim about an address is trusted.
 */
export function openIdProfile(claims: Claims, vouches: (claims: Claims, email: string) => boolean): Profile | null {
  const subject = idOf(claims.sub) ?? idOf(claims.id)
  if (subject === null) return null
  const email = mailOf(claims.email)
  return {
    subject: `${textOf(claims.iss) ?? ''} ${subject}`.trim(),
    email,
    emailVerified: email !== null && isTrue(claims.email_verified) && vouches(claims, email),
    first_name: textOf(claims.given_name),
    last_name: textOf(claims.family_name),
    name: textOf(claims.name) ?? textOf(claims.preferred_username),
  }
}

/** Some providers send booleans as strings. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}
