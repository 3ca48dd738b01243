import type { Client, Entry, SearchOptions } from 'ldapts'
import type { ExternalPerson } from '../../../../gateway/ports/sign-in.ts'
import { type DirectorySettings, filterValue } from './directory-settings.ts'

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
export function personInDirectory(
  entry: PersonEntry,
  username: string,
  { service, kind }: DirectorySettings,
): ExternalPerson {
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

/** Limits of the search; nested groups may be circular. */
const most = { groups: 5_000, levels: 10, asked: 40 }

/** Distinguished names of the groups of a person, the nearest first; includes parent groups if nested groups count. */
export async function membershipsOf(
  client: Client,
  entry: PersonEntry,
  settings: DirectorySettings,
): Promise<readonly string[]> {
  const uid = entry.text('uid')
  const byName = uid === null ? '' : `(&(objectClass=posixGroup)(memberUid=${filterValue(uid)}))`
  const direct = await groupsContaining(client, settings, [entry.dn], byName)
  const found = new Map<string, string>()
  let level = addTo(found, [...entry.texts('memberOf'), ...direct])
  for (let depth = 1; settings.nestsGroups && depth < most.levels && level.length > 0; depth += 1) {
    if (found.size >= most.groups) break
    level = addTo(found, await groupsContaining(client, settings, level, ''))
  }
  return [...found.values()].slice(0, most.groups)
}

/** The groups that contain any of these members. */
async function groupsContaining(
  client: Client,
  { baseDn }: DirectorySettings,
  members: readonly string[],
  or: string,
): Promise<string[]> {
  const groups: string[] = []
  for (let at = 0; at < members.length; at += most.asked) {
    const values = members.slice(at, at + most.asked).map(filterValue)
    const each = values.map((value) => `(member=${value})(uniqueMember=${value})`).join('')
    // quoted: `filterValue`, above; `or` is made of such values by the caller
    const wanted = { filter: `(|${each}${or})`, attributes: ['1.1'] }
    const found = await searchAll(client, baseDn, wanted, most.groups)
    groups.push(...found.map(({ dn }) => dn))
  }
  return groups
}

/** Adds names and returns those that were new. */
function addTo(found: Map<string, string>, names: readonly string[]): string[] {
  return names.filter((name) => {
    const key = comparable(name)
    if (found.has(key)) return false
    found.set(key, name)
    return true
  })
}

/** Normalizes a distinguished name, for comparison regardless of case and spaces after commas. */
export function comparable(dn: string): string {
  return dn
    .trim()
    .toLowerCase()
    .replace(/\s*(?<!\\)([,=+])\s*/g, '$1')
}

/** Page size of searches; Active Directory returns at most a thousand entries at once. */
const pageSize = 500

/**
 * Entries that a search finds below a base, page by page, at most `most`. If the directory stops earlier, returns what has been
 * received.
 */
export async function searchAll(
  client: Client,
  base: string,
  options: Pick<SearchOptions, 'filter' | 'attributes'>,
  most: number,
): Promise<Entry[]> {
  const found: Entry[] = []
  const wanted: SearchOptions = { ...options, scope: 'sub', sizeLimit: most, paged: { pageSize } }
  for await (const { searchEntries } of client.searchPaginated(base, wanted)) {
    found.push(...searchEntries)
    if (found.length >= most) break
  }
  return found.slice(0, most)
}
