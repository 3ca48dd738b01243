import { Problem } from '@millwright/contract/problem'
import type { PasswordSignIn } from '../../../gateway/ports/sign-in.ts'
import type { Service } from '../../../gateway/service.ts'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag, list } from '../../../request/params.ts'
import { arrivalRules } from '../../people/external/external-person.ts'
import { bindSearcher, checkPassword } from './check-password.ts'
import { onDirectory } from './directory-line.ts'
import { readDirectorySettings } from './directory-settings.ts'
import { rolesOfGroups } from './group-role.ts'
import { listGroups } from './list-groups.ts'
import { personOf } from './person-entry.ts'

const components = ['', '*', 'group/', 'group/*']

/** A directory by which people sign in at `user/session`; its groups can be read (docs/wire/sign-in.md). */
export function createDirectoryService({ row, config, host }: ServiceParts): Service {
  const settings = readDirectorySettings(row, config)

  const signIn: PasswordSignIn = {
    kind: 'password',
    async check({ username, password }) {
      const { entry, groups } = await checkPassword(username, password, settings)
      const mapped = settings.mapsGroups ? await rolesOfGroups(host.parts.store, groups) : undefined
      return {
        person: personOf(entry, username, settings),
        rules: arrivalRules(config, mapped),
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
      await onDirectory(settings, (client) => bindSearcher(client, settings))
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
        throw new Problem(400, `${request.verb} is not supported on '${row.name}': directories are only read here.`)
      }
      return { status: 200, body: await read(request) }
    },
  }
}
