import type { Client, Entry } from 'ldapts'
import type { ExternalPerson } from '../../../../gateway/ports/sign-in.ts'
import type { DirectorySettings } from './directory-settings.ts'

/** A person's entry in a directory. */
export interface PersonEntry {
  readonly dn: string
  /** First value of an attribute, by lower-case name. */
  text(name: string): string | null
  /** All values of an attribute. */
  texts(name: string): readonly string[]
  /** Immutable identifier of the entry, which survives renaming. */
  readonly lasting: string | null
}

const attributes = [
  'uid',
  'cn',
  'givenName',
  'sn',
  'displayName',
  'mail',
  'sAMAccountName',
  'userPrincipalName',
  'memberOf',
  'objectGUID',
  'entryUUID',
  'nsUniqueId',
  'ipaUniqueID',
]
const immutableId = ['objectguid', 'entryuuid', 'nsuniqueid', 'ipauniqueid']

/** The single entry that a search finds; `null` if there is none, or several, which would be ambiguous. */
export async function findEntry(
  client: Client,
  base: string,
  scope: 'base' | 'sub',
  filter: string,
): Promise<PersonEntry | null> {
  const { searchEntries } = await client.search(base, {
    scope,
    filter,
    attributes,
    explicitBufferAttributes: ['objectGUID'],
    sizeLimit: 2,
  })
  const [found, ...more] = searchEntries
  return found === undefined || more.length > 0 ? null : entryOf(found)
}

function entryOf({ dn, ...found }: Entry): PersonEntry {
  const values = new Map(Object.entries(found).map(([name, value]) => [name.toLowerCase(), [value].flat().map(plain)]))
  const text = (name: string) => values.get(name.toLowerCase())?.find(Boolean) ?? null
  const kept = immutableId.map(text).find((value) => value !== null) ?? null
  return { dn, text, texts: (name) => values.get(name.toLowerCase()) ?? [], lasting: kept }
}

const plain = (value: string | Buffer) => (typeof value === 'string' ? value : value.toString('hex'))

/** The person, as needed to create an account. `username`: as typed. */
export function personOf(entry: PersonEntry, username: string, { service, kind }: DirectorySettings): ExternalPerson {
  const principal = entry.text('userPrincipalName')
  const email = [entry.text('mail'), principal].find((address) => address !== null && isMail(address)) ?? null
  const own = kind === 'adldap' ? entry.text('sAMAccountName') : entry.text('uid')
  return {
    service,
    subject: entry.lasting ?? entry.dn.toLowerCase(),
    email,
    // Many directories let people edit their own address.
    emailVerified: false,
    first_name: entry.text('givenName'),
    last_name: entry.text('sn'),
    name: entry.text('displayName') ?? entry.text('cn'),
    marks: { adldap: kind, ldap_username: own ?? username },
  }
}

const isMail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 200
