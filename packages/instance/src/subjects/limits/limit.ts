import type { Parts } from '../../gateway/parts.ts'
import { aloneIfOne } from '../../records/system/alone-if-one.ts'
import { flag } from '../../request/params.ts'
import { limit as shape } from '../models/limit-model.ts'
import { user } from '../models/person-model.ts'
import { role } from '../models/role-model.ts'
import { service } from '../models/service-model.ts'
import { createResource } from '../system/create-resource.ts'
import type { ResourceDeclaration } from '../system/resource.ts'
import type { SystemResource } from '../system/system-resource.ts'
import type { Counters } from './counters.ts'
import type { ReadUse } from './limit-use.ts'

/** `system/limit`: how often the API may be called (docs/wire/limits.md). */
export function createLimitResource(declaration: ResourceDeclaration, parts: Parts): SystemResource {
  const resource = createResource(declaration, parts)
  return {
    ...resource,
    async handle(request, rest) {
      const { params } = request
      // A caller who says how a batch goes on has one in mind.
      if (flag(params, 'rollback') || flag(params, 'continue')) return resource.handle(request, rest)
      return aloneIfOne(() => resource.handle(request, rest))
    },
  }
}

export function limitDeclaration(counters: Counters, readUse: ReadUse): ResourceDeclaration {
  return {
    name: 'limit',
    label: 'Limits',
    description: 'How often the API may be called: by everybody, by users, by roles, and in services.',
    shape,
    scope: { values: {} },
    relations: [
      { kind: 'belongsTo', name: 'service_by_service_id', column: 'service_id', target: service },
      { kind: 'belongsTo', name: 'role_by_role_id', column: 'role_id', target: role },
      { kind: 'belongsTo', name: 'user_by_user_id', column: 'user_id', target: user },
      {
        kind: 'virtual',
        name: 'limit_cache_by_limit_id',
        values: async (ids) =>
          new Map([...(await readUse(ids.map(Number)))].map(([id, uses]) => [id, uses.map((use) => ({ ...use }))])),
      },
      { kind: 'belongsTo', name: 'user_by_created_by_id', column: 'created_by_id', target: user },
      { kind: 'belongsTo', name: 'user_by_last_modified_by_id', column: 'last_modified_by_id', target: user },
    ],
    async afterWrite({ values, previous }) {
      if (previous === null) return
      const key = String(previous.key_text)
      if (values.key_text !== undefined && values.key_text !== key) await counters.clear([key])
      else if (values.rate !== undefined && values.rate !== previous.rate) await counters.unlock([key])
    },
    async beforeDelete({ previous }) {
      await counters.clear([String(previous.key_text)])
    },
  }
}
