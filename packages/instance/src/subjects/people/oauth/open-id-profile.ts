import { type Claims, idOf, mailOf, type Profile, textOf } from './provider.ts'

/**
 * What OpenID Connect calls things. People of one issuer are never those of another, even where a service is set to another one
 * later. `vouches`: whether the provider's word about an address counts.
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

/** Some providers send texts. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}
