import { compileRole } from '../../access/compile-role.ts'
import type { CallerApp, CallerUser } from '../../request/caller.ts'
import type { CompiledRole } from '../../request/compiled-role.ts'
import type { Change } from '../../store/changes.ts'
import type { Store } from '../../store/store.ts'
import { type CachedRecord, createRecordCache } from './record-cache.ts'
import type { TokenOwner } from './token-rules.ts'

export interface Person extends TokenOwner {
  readonly user: CallerUser
  /** Role id by app id. */
  readonly roles: ReadonlyMap<number, number>
  readonly sysadmin: boolean
}

export interface App extends CallerApp {
  readonly isActive: boolean
}

/**
 * Caches people, apps and roles for the authentication of requests. Records are reloaded after a change. `null` if the record
 * does not exist.
 */
export interface Directory {
  person(id: number): Promise<CachedRecord<Person | null>>
  /** Reads the current row, regardless of change notifications. */
  reread(id: number): Promise<CachedRecord<Person | null>>
  app(apiKey: string): Promise<CachedRecord<App | null>>
  appById(id: number): Promise<CachedRecord<App | null>>
  role(id: number): Promise<CachedRecord<CompiledRole | null>>
  /** The role of a person in an app, or else the app's default role. A session token without an app key has no role. */
  roleOf(person: Person | null, app: CallerApp | null): Promise<CachedRecord<CompiledRole | null> | null>
}

const people = 10_000
const apps = 1_000
const roles = 2_000

export function createDirectory({ db, changes }: Pick<Store, 'db' | 'changes'>): Directory {
  const persons = createRecordCache(people, loadPerson)
  const appsByKey = createRecordCache(apps, (key: string) => loadApp('api_key', key))
  const appsById = createRecordCache(apps, (id: number) => loadApp('id', id))
  const rolesById = createRecordCache(roles, loadRole)

  changes.subscribe(({ table, ids }: Change) => {
    if (table === 'user') persons.drop(ids)
    else if (table === 'user_to_app_to_role') persons.drop('all')
    else if (table === 'app') for (const cache of [appsByKey, appsById]) cache.drop('all')
    else if (table === 'role') rolesById.drop(ids)
    else if (table === 'role_service_access' || table === 'service') rolesById.drop('all')
  })

  async function loadPerson(id: number): Promise<Person | null> {
    const row = await db.selectFrom('user').select(personColumns).where('id', '=', id).executeTakeFirst()
    if (row === undefined) return null
    const assigned = await db
      .selectFrom('user_to_app_to_role')
      .select(['app_id', 'role_id'])
      .where('user_id', '=', id)
      .execute()
    const { is_active, token_generation, ...rest } = row
    const user = { ...rest, is_sys_admin: row.is_sys_admin !== 0, is_root_admin: row.is_root_admin !== 0 }
    return {
      id,
      email: row.email,
      isActive: is_active !== 0,
      tokenGeneration: token_generation,
      user,
      roles: new Map(assigned.map(({ app_id, role_id }) => [app_id, role_id])),
      sysadmin: user.is_sys_admin && assigned.length === 0,
    }
  }

  async function loadApp(by: 'id' | 'api_key', value: number | string): Promise<App | null> {
    const row = await db
      .selectFrom('app')
      .select(['id', 'name', 'role_id', 'is_active', 'api_key'])
      .where(by, '=', value)
      .executeTakeFirst()
    if (row === undefined) return null
    const { is_active, ...app } = row
    return { ...app, isActive: is_active !== 0 }
  }

  async function loadRole(id: number): Promise<CompiledRole | null> {
    const role = await db.selectFrom('role').select(['id', 'name', 'is_active']).where('id', '=', id).executeTakeFirst()
    if (role === undefined) return null
    const rows = await db
      .selectFrom('role_service_access as access')
      .leftJoin('service', 'service.id', 'access.service_id')
      .select([
        'access.id',
        'access.service_id',
        'service.name as service_name',
        'access.component',
        'access.verb_mask',
        'access.requestor_mask',
        'access.filters',
        'access.filter_op',
      ])
      .where('access.role_id', '=', id)
      .orderBy('access.id')
      .execute()
    return compileRole(role, rows)
  }

  return {
    person: persons.fetch,
    reread(id) {
      persons.drop([id])
      return persons.fetch(id)
    },
    app: appsByKey.fetch,
    appById: appsById.fetch,
    role: rolesById.fetch,
    async roleOf(person, app) {
      if (app === null) return null
      const id = person?.roles.get(app.id) ?? app.role_id
      return id === null ? null : await rolesById.fetch(id)
    },
  }
}

const personColumns = [
  'id',
  'name',
  'username',
  'ldap_username',
  'first_name',
  'last_name',
  'email',
  'is_sys_admin',
  'is_root_admin',
  'last_login_date',
  'default_app_id',
  'language',
  'is_active',
  'token_generation',
] as const
