import { compileRole } from '../../../access/compile-role.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { CallerApp, CallerUser } from '../../../request/caller.ts'
import type { CompiledRole } from '../../../request/compiled-role.ts'
import type { Change } from '../../../store/changes.ts'
import type { Store } from '../../../store/store.ts'
import { loadGrants, withGrants } from './held-grants.ts'
import { type CachedRecord, createRecordCache } from './record-cache.ts'
import type { TokenOwner } from './token-rules.ts'

export interface Person extends TokenOwner {
  readonly user: CallerUser
  /** Role id by app id. */
  readonly roles: ReadonlyMap<number, number>
  readonly sysadmin: boolean
}

export interface KnownApp extends CallerApp {
  readonly isActive: boolean
  /** Whether the app has an owner who is inactive or gone, with whom it is off. */
  readonly isOrphaned: boolean
  /** From when on the key is refused, in milliseconds; infinite if it does not end. */
  readonly ends: number
  /** Whether the key is the one before a rotation. */
  readonly isReplaced: boolean
}

/**
 * Caches people, apps and roles for the authentication of requests. Records are reloaded after a change. `null` if the record
 * does not exist.
 */
export interface Directory {
  person(id: number): Promise<CachedRecord<Person | null>>
  /** Reads the current row, regardless of change notifications. */
  reread(id: number): Promise<CachedRecord<Person | null>>
  app(apiKey: string): Promise<CachedRecord<KnownApp | null>>
  appById(id: number): Promise<CachedRecord<KnownApp | null>>
  role(id: number): Promise<CachedRecord<CompiledRole | null>>
  /**
   * The role of a person in an app, or else the app's default role, with what was granted to the person, or to the app if there is none. A
   * session token without an app key has no role.
   */
  roleOf(person: Person | null, app: CallerApp | null): Promise<CachedRecord<CompiledRole | null> | null>
}

const people = 10_000
const apps = 1_000
const roles = 2_000

export function createDirectory({ db, changes }: Pick<Store, 'db' | 'changes'>, clock: Clock): Directory {
  const persons = createRecordCache(people, loadPerson)
  const appsByKey = createRecordCache(apps, (key: string) => loadApp('api_key', key))
  const appsById = createRecordCache(apps, (id: number) => loadApp('id', id))
  const rolesById = createRecordCache(roles, loadRole)
  const grants = createRecordCache(1, () => loadGrants(db, clock))
  /** The owners of cached apps. */
  const owners = new Set<number>()

  changes.subscribe(({ table, ids }: Change) => {
    if (table === 'user') {
      persons.drop(ids)
      if (ids === 'all' || ids.some((id) => owners.has(id))) dropApps()
    } else if (table === 'user_to_app_to_role') persons.drop('all')
    else if (table === 'app') dropApps()
    else if (table === 'role') rolesById.drop(ids)
    else if (table === 'role_service_access') rolesById.drop('all')
    if (table === 'service') rolesById.drop('all')
    if (table === 'access_request' || table === 'service') grants.drop('all')
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

  function dropApps(): void {
    owners.clear()
    for (const cache of [appsByKey, appsById]) cache.drop('all')
  }

  async function loadApp(by: 'id' | 'api_key', value: number | string): Promise<KnownApp | null> {
    const row = (await appWhere(by, value)) ?? (by === 'api_key' ? await appWhere('previous_key', value) : undefined)
    if (row === undefined) return null
    const { is_active, owner_id, owner_is_active, expires_at, previous_key_until, ...app } = row
    if (owner_id !== null) owners.add(owner_id)
    const isEarlier = by === 'api_key' && app.api_key !== value
    const ends = [expires_at, ...(isEarlier ? [previous_key_until] : [])].flatMap((date) => date ?? [])
    return {
      ...app,
      // The holder of a replaced key is not told the new one.
      ...(isEarlier ? { api_key: String(value) } : {}),
      isActive: is_active !== 0,
      isOrphaned: owner_id !== null && owner_is_active !== 1,
      ends: Math.min(Number.POSITIVE_INFINITY, ...ends.map((date) => Date.parse(date))),
      isReplaced: isEarlier,
    }
  }

  const appWhere = (column: 'id' | 'api_key' | 'previous_key', value: number | string) =>
    db
      .selectFrom('app')
      .leftJoin('user as owner', 'owner.id', 'app.owner_id')
      .select(['app.id', 'app.name', 'app.role_id', 'app.is_active', 'app.api_key'])
      .select(['app.owner_id', 'owner.is_active as owner_is_active', 'app.expires_at', 'app.previous_key_until'])
      .where(`app.${column}`, '=', value)
      .executeTakeFirst()

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
      const role = id === null ? null : await rolesById.fetch(id)
      return withGrants(role, await grants.fetch('all'), person === null ? { appId: app.id } : { userId: person.id })
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
