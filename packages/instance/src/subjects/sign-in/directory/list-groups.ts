import { bindSearcher } from './check-password.ts'
import { onDirectory } from './directory-line.ts'
import { filterValue } from './directory-names.ts'
import type { DirectorySettings } from './directory-settings.ts'
import { searchAll } from './search-all.ts'

/** A group of a directory, for who links it with a role. */
export interface DirectoryGroup {
  readonly dn: string
  readonly name: string
  readonly description: string | null
}

const mostListed = 1_000
/** Directories have an order of their own. */
const mostSorted = 20_000
const isGroup = ['group', 'groupOfNames', 'groupOfUniqueNames', 'posixGroup']
  .map((name) => `(objectClass=${name})`)
  .join('')

/** The groups of a directory by name, at most a thousand. `text`: what their names have in them; empty: anything. */
export function listGroups(settings: DirectorySettings, text: string): Promise<DirectoryGroup[]> {
  return onDirectory(settings, async (client) => {
    await bindSearcher(client, settings)
    const named = text === '' ? '' : `(cn=*${filterValue(text)}*)`
    const wanted = { filter: `(&(|${isGroup})${named})`, attributes: ['cn', 'description'] }
    const groups = (await searchAll(client, settings.baseDn, wanted, mostSorted)).map(({ dn, cn, description }) => ({
      dn,
      name: first(cn) ?? dn,
      description: first(description),
    }))
    return groups.sort((one, other) => one.name.localeCompare(other.name)).slice(0, mostListed)
  })
}

function first(value: string | Buffer | string[] | Buffer[] | undefined): string | null {
  const [text] = value === undefined ? [] : [value].flat()
  return text === undefined ? null : text.toString()
}
