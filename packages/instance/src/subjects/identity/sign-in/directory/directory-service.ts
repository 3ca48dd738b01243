import { Problem } from '@millwright/contract/problem'
import type { LinkingRules, PasswordSignIn } from '../../../../gateway/ports/sign-in.ts'
import type { Service } from '../../../../gateway/service.ts'
import type { ServiceParts } from '../../../../gateway/service-kind.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { flag, list } from '../../../../request/params.ts'
import type { Store } from '../../../../store/store.ts'
import { linkingRules } from '../../people/external/account-linking.ts'
import { bindSearcher, checkPassword } from './check-password.ts'
import { withDirectory } from './directory-client.ts'
import { type DirectorySettings, filterValue, readDirectorySettings } from './directory-settings.ts'
import { comparable, personInDirectory, searchAll } from './person-entry.ts'

/** A group of a directory, for linking it to a role. */
interface DirectoryGroup {
  readonly dn: string
  readonly name: string
  readonly description: string | null
}

const maxListed = 1_000
/** Most groups that are fetched for sorting, as directories return them in their own order. */
const maxSorted = 20_000
const isGroup = ['group', 'groupOfNames', 'groupOfUniqueNames', 'posixGroup']
  .map((name) => `(objectClass=${name})`)
  .join('')

/** The groups of a directory by name, at most a thousand. `text`: substring of their names; empty: all groups. */
function listGroups(settings: DirectorySettings, text: string): Promise<DirectoryGroup[]> {
  return withDirectory(settings, async (client) => {
    await bindSearcher(client, settings)
    const named = text === '' ? '' : `(cn=*${filterValue(text)}*)`
    // quoted: `filterValue`, above
    const wanted = { filter: `(&(|${isGroup})${named})`, attributes: ['cn', 'description'] }
    const groups = (await searchAll(client, settings.baseDn, wanted, maxSorted)).map(({ dn, cn, description }) => ({
      dn,
      name: first(cn) ?? dn,
      description: first(description),
    }))
    return groups.sort((one, other) => one.name.localeCompare(other.name)).slice(0, maxListed)
  })
}

function first(value: string | Buffer | string[] | Buffer[] | undefined): string | null {
  const [text] = value === undefined ? [] : [value].flat()
  return text === undefined ? null : text.toString()
}

const components = ['', '*', 'group/', 'group/*']

/** A directory with which people sign in at `user/session`; its groups can be read (docs/wire/sign-in.md). */
export function createDirectoryService({ row, config, host }: ServiceParts): Service {
  const settings = readDirectorySettings(row, config)

  const signIn: PasswordSignIn = {
    kind: 'password',
    async check({ username, password }) {
      const { entry, groups } = await checkPassword(username, password, settings)
      const mapped = settings.mapsGroups ? await rolesOfGroups(host.parts.store, groups) : undefined
      return {
        person: personInDirectory(entry, username, settings),
        rules: linkingRules(config, mapped),
        extra: { groupMembership: [...groups] },
      }
    },
  }

  async function read(request: ApiRequest): Promise<object> {
    const { resource, params } = request
    if (resource === 'group') return { resource: await listGroups(settings, list(params, 'filter')?.join(',') ?? '') }
    if (resource !== '') throw new Problem(404, `Resource '${resource}' not found for service '${row.name}'.`)
    if (flag(params, 'as_access_list')) return { resource: components }
    if (flag(params, 'check')) {
      await withDirectory(settings, (client) => bindSearcher(client, settings))
      return { success: true }
    }
    return { resource: flag(params, 'as_list') ? ['group'] : [{ name: 'group' }] }
  }

  return {
    signIn,
    publicEndpoints: [],
    accessList: async () => components,
    async handle(request) {
      if (request.verb !== 'GET') {
        throw new Problem(400, `${request.verb} is not supported on '${row.name}': directories are read-only.`)
      }
      return { status: 200, body: await read(request) }
    },
  }
}

/** Roles that are linked to groups, and those linked to the nearest of these groups; of several roles for one group, the oldest. */
async function rolesOfGroups(
  { db }: Pick<Store, 'db'>,
  groups: readonly string[],
): Promise<Pick<LinkingRules, 'groupRole' | 'groupRoles'>> {
  const links = await db
    .selectFrom('role_adldap')
    .select(['role_id', 'dn'])
    .where('dn', 'is not', null)
    .orderBy('role_id', 'desc')
    .execute()
  const roles = new Map(links.map(({ role_id, dn }) => [comparable(dn ?? ''), Number(role_id)]))
  const groupRole = groups.map((group) => roles.get(comparable(group))).find((role) => role !== undefined) ?? null
  return { groupRole, groupRoles: new Set(roles.values()) }
}
