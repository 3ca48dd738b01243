import type { Client } from 'ldapts'
import { filterValue } from './directory-names.ts'
import type { DirectorySettings } from './directory-settings.ts'
import type { PersonEntry } from './person-entry.ts'
import { searchAll } from './search-all.ts'

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
