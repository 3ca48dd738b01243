import { isRecord } from '@millwright/contract/wire/is-record'
import type { Profile } from '@node-saml/node-saml'
import type { ExternalPerson } from '../../../../gateway/ports/sign-in.ts'
import type { PersonPart, SamlSettings } from './saml-settings.ts'

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'

/** Attribute names that providers use for the parts of a person, in lower case. */
const known: Readonly<Record<PersonPart, readonly string[]>> = {
  email: ['email', 'mail', 'emailaddress', 'user.email', `${claims}emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  first_name: ['firstname', 'first_name', 'givenname', 'user.firstname', `${claims}givenname`, 'urn:oid:2.5.4.42'],
  last_name: ['lastname', 'last_name', 'surname', 'sn', 'user.lastname', `${claims}surname`, 'urn:oid:2.5.4.4'],
  name: [
    'displayname',
    'display_name',
    'name',
    'cn',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'urn:oid:2.5.4.3',
  ],
}

/** The person of a validated assertion. Email addresses are unverified, as many providers let people edit them. */
export function personOf(profile: Profile, { service, attributes: mapped }: SamlSettings): ExternalPerson {
  const { nameID, attributes } = profile
  const values = isRecord(attributes) ? Object.entries(attributes) : []
  const byName = new Map(values.map(([name, value]) => [name.toLowerCase(), firstText(value)]))
  const part = (name: PersonPart) => {
    const own = mapped.flatMap((each) => (each.part === name ? [each.attribute.toLowerCase()] : []))
    return [...own, ...known[name]].map((each) => byName.get(each)).find(Boolean) ?? null
  }
  const email = [part('email'), nameID].find((text) => text !== null && isMail(text)) ?? null
  return {
    service,
    subject: nameID,
    signOutName: signOutNameOf(profile),
    email,
    emailVerified: false,
    first_name: part('first_name'),
    last_name: part('last_name'),
    name: part('name'),
    marks: { saml: service.name },
  }
}

/** How the provider identified the person and session besides the name ID; logout requests have to repeat it. */
const signOutParts = ['nameIDFormat', 'nameQualifier', 'spNameQualifier', 'sessionIndex'] as const

type SignOutName = Partial<Record<(typeof signOutParts)[number], string>>

function signOutNameOf(profile: Profile): string {
  return JSON.stringify(stringParts(profile))
}

/** Parses a stored `signOutName`; empty if it is missing or invalid. */
export function readSignOutName(named: string | null): SignOutName {
  return named === null ? {} : stringParts(JSON.parse(named))
}

function stringParts(from: unknown): SignOutName {
  const found = isRecord(from) ? from : {}
  return Object.fromEntries(
    signOutParts.flatMap((part) => (typeof found[part] === 'string' ? [[part, found[part]]] : [])),
  )
}

function firstText(value: unknown): string | null {
  const [first] = [value].flat()
  return typeof first === 'string' && first.trim() !== '' ? first.trim().slice(0, 250) : null
}

const isMail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 200
