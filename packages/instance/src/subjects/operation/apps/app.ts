import { randomBytes } from 'node:crypto'
import { invalid, Problem } from '@millwright/contract/problem'
import { longestOverlap } from '@millwright/contract/records/app'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import { protectAdminRoles } from '../../../access/required-rights.ts'
import { isoMicros } from '../../../platform/clock.ts'
import { consoleApp } from '../../../platform/console-app.ts'
import type { Key } from '../../../records/system/dialect.ts'
import { partOf } from '../../../records/system/read-place.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { AccessRequest, ApiRequest, Params } from '../../../request/api-request.ts'
import { oneRecord, readBody } from '../../../request/body.ts'
import { flag, text } from '../../../request/params.ts'
import type { Store } from '../../../store/store.ts'
import { app as declared, isApiKey } from '../../ground/models/app-model.ts'
import { lookupOf } from '../../ground/models/lookup-model.ts'
import { peopleWhoWrote, personRecords, user } from '../../ground/models/person-model.ts'
import { appRole, role, roleRecords } from '../../ground/models/role-model.ts'
import { service, serviceRecords } from '../../ground/models/service-model.ts'
import type { Aftermath, ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'
import { revokeLinkedTokens } from '../../identity/roles/role.ts'

const hour = 3_600_000

/** Whether a request replaces a key, with a time in which both work (docs/wire/records.md). */
const isRotation = ({ params }: Pick<ApiRequest, 'params'>): boolean => flag(params, 'rotate')

/** For how long the replaced key works, in milliseconds. Throws a 422 for times that are not allowed. */
function overlapOf(params: Params): number {
  const hours = text(params, 'overlap') ?? String(longestOverlap)
  const isTime = /^\d{1,3}(?:\.\d{1,6})?$/.test(hours) && Number(hours) <= longestOverlap
  if (!isTime) throw invalid({ overlap: [`overlap must be hours from 0 to ${longestOverlap}.`] })
  return Math.round(Number(hours) * hour)
}

/** What a rotation stores: a new key, which only its response shows, and the end of the one before. */
function rotatedKey({ api_key, expires_at }: Readonly<Row>, overlap: number, now: number): Row {
  if (typeof expires_at === 'string' && Date.parse(expires_at) <= now) {
    throw new Problem(409, 'The key has ended. Set a later expires_at first, or regenerate the key.')
  }
  return {
    api_key: newApiKey(),
    key_hidden: 1,
    last_used_date: null,
    previous_key: overlap === 0 ? null : api_key,
    previous_key_until: overlap === 0 ? null : isoMicros(now + overlap),
  }
}

/** What a new key without an overlap stores. */
const onlyKey = (api_key: unknown): Row => ({
  api_key,
  key_hidden: 0,
  previous_key: null,
  previous_key_until: null,
})

function newApiKey(): string {
  return randomBytes(32).toString('hex')
}

/** The new keys, for the response to a rotation. */
async function shownOnce({ db }: Pick<Store, 'db'>, ids: readonly Key[]): Promise<Aftermath> {
  const rows = await db
    .selectFrom('app')
    .select(['id', 'api_key', 'previous_key_until'])
    .where('id', 'in', [...ids.map(Number), 0])
    .execute()
  return { additions: new Map(rows.map(({ id, ...shown }) => [id, shown])), changed: false }
}

/**
 * Lets a key replace itself, if its app says so: `PUT app/{id}?rotate=true` with nothing but the key. `POST` of a rotation is read as `PATCH`.
 */
export function withRotation(apps: SystemResource, { db }: Pick<Store, 'db'>): SystemResource {
  async function rotatesItself({ id, api_key }: NonNullable<ApiRequest['caller']['app']>): Promise<boolean> {
    const row = await db.selectFrom('app').select(['api_key', 'self_rotate']).where('id', '=', id).executeTakeFirst()
    return row?.self_rotate === 1 && row.api_key === api_key
  }

  return {
    ...apps,
    guard(request, rest) {
      if (mayByRole(request) || isOwnKey(request, rest)) return apps.guard?.(request, rest)
      throw accessProblem(request)
    },
    async handle(request, rest) {
      const { app } = request.caller
      const rotates = isRotation(request) && (request.verb === 'POST' || request.verb === 'PUT') && rest.length === 1
      const effectiveRequest: ApiRequest = rotates ? { ...request, verb: 'PATCH' } : request
      if (mayByRole(effectiveRequest)) return apps.handle(effectiveRequest, rest)
      if (!rotates || !isOwnKey(request, rest) || app === null || !(await rotatesItself(app))) {
        throw accessProblem(request)
      }
      if (Object.keys(oneRecord(readBody(request.payload))).length > 0) {
        throw new Problem(403, 'Access Forbidden. A key that replaces itself can change nothing else.')
      }
      const { rotate = 'true', overlap } = request.params
      return apps.handle(
        { ...effectiveRequest, params: { rotate, ...(overlap === undefined ? {} : { overlap }) } },
        rest,
      )
    },
  }
}

const mayByRole = (request: AccessRequest) => decide(request, []).allowed

function isOwnKey({ caller, verb }: AccessRequest, rest: readonly string[]): boolean {
  const isAlone = caller.user === null && caller.narrowedBy === undefined && caller.program === undefined
  return isAlone && caller.app !== null && rest.length === 1 && rest[0] === String(caller.app.id) && verb !== 'DELETE'
}

/** Apps: clients with an API key, and where they can be launched. */
export const appResource: ResourceDeclaration = {
  name: 'app',
  label: 'Apps',
  description: 'Applications and their API keys.',
  travels: {
    key: 'name',
    nested: [{ relation: 'lookup_by_app_id', as: 'lookups' }],
    files: { folder: 'apps' },
  },
  declared,
  scope: { values: {} },
  relations: [
    { kind: 'belongsTo', name: 'role_by_role_id', column: 'role_id', target: role, readAt: roleRecords },
    {
      kind: 'belongsTo',
      name: 'service_by_storage_service_id',
      column: 'storage_service_id',
      target: service,
      readAt: serviceRecords,
    },
    {
      kind: 'hasMany',
      name: 'user_to_app_to_role_by_app_id',
      foreignKey: 'app_id',
      target: appRole,
      readAt: partOf(personRecords, 'user_id'),
    },
    {
      kind: 'hasMany',
      name: 'lookup_by_app_id',
      foreignKey: 'app_id',
      target: lookupOf('app_id'),
      readAt: 'owner',
      matchBy: 'name',
    },
    {
      kind: 'hasMany',
      name: 'user_by_default_app_id',
      foreignKey: 'default_app_id',
      target: user,
      readAt: personRecords,
      readOnly: true,
    },
    {
      kind: 'manyToMany',
      name: 'user_by_user_to_app_to_role',
      junction: 'user_to_app_to_role',
      near: 'app_id',
      far: 'user_id',
      target: user,
      readAt: personRecords,
      junctionReadAt: partOf(personRecords, 'user_id'),
    },
    {
      kind: 'manyToMany',
      name: 'role_by_user_to_app_to_role',
      junction: 'user_to_app_to_role',
      near: 'app_id',
      far: 'role_id',
      target: role,
      readAt: roleRecords,
      junctionReadAt: partOf(personRecords, 'user_id'),
    },
    { kind: 'belongsTo', name: 'user_by_owner_id', column: 'owner_id', target: user, readAt: personRecords },
    ...peopleWhoWrote,
  ],
  async beforeWrite({ tx, values, previous, request, parts }) {
    const isConsole = (previous?.name ?? values.name) === consoleApp
    for (const field of ['expires_at', 'owner_id'] as const) {
      // No one could sign in any more to give it another.
      if (isConsole && (values[field] ?? null) !== null)
        throw invalid({ [field]: ["The console's own key has no end and no owner."] })
    }
    if (previous === null) {
      const usable = isApiKey(values.api_key) && !(await isTaken(values.api_key))
      if (!usable) values.api_key = newApiKey()
    } else if (isRotation(request)) {
      Object.assign(values, rotatedKey(previous, overlapOf(request.params), parts.clock()))
    } else if (flag(request.params, 'regenerate')) {
      Object.assign(values, onlyKey(newApiKey()), { last_used_date: null })
    } else if (values.api_key !== undefined && values.api_key !== previous.api_key) {
      if (await isEarlierKey(values.api_key)) throw invalid({ api_key: ['api_key is already in use.'] })
      Object.assign(values, onlyKey(values.api_key))
    }

    async function isTaken(key: unknown): Promise<boolean> {
      return (await tx.first('SELECT "id" FROM "app" WHERE "api_key" = ?', key)) !== undefined || isEarlierKey(key)
    }

    async function isEarlierKey(key: unknown): Promise<boolean> {
      return (await tx.first('SELECT "id" FROM "app" WHERE "previous_key" = ?', key)) !== undefined
    }
  },
  async afterWrite({ tx, log, id, values, previous }) {
    if (previous?.is_active === 1 && values.is_active === 0) await revokeLinkedTokens(tx, log, 'app_id', id)
  },
  afterCommit: ({ ids, request, parts }) => (isRotation(request) ? shownOnce(parts.store, ids) : undefined),
  async beforeDelete({ tx, id, log, request }) {
    await protectAdminRoles(tx, request.caller, 'app_id', id)
    await revokeLinkedTokens(tx, log, 'app_id', id)
    await tx.all('DELETE FROM "user_to_app_to_role" WHERE "app_id" = ?', id)
    await tx.all('DELETE FROM "lookup" WHERE "app_id" = ?', id)
    const people = await tx.all(
      'UPDATE "user" SET "default_app_id" = NULL, "revision" = "revision" + 1 WHERE "default_app_id" = ? RETURNING "id"',
      id,
    )
    if (people.length > 0) log.changed('user', ...people.map((row) => Number(row.id)))
  },
}
