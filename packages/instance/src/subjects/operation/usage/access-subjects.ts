import type { AccessSubject } from '@millwright/contract/wire/usage'
import type { Parts } from '../../../gateway/parts.ts'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Db } from '../../../store/store.ts'
import { parseConfig } from '../../ground/service-config/stored-config.ts'
import { namedIn } from '../../ground/system/dependents/settings-names.ts'

/** An app, role or person in `system/access_usage`. */
export interface Subject {
  readonly id: number
  readonly name: string
  readonly isActive: boolean
  /** For a role: whether anything assigns it to someone. True for others. */
  readonly isReferenced: boolean
  /** For a person: as stored in the record. */
  readonly lastLogin: string | null
  readonly isAdmin: boolean
  /** For an app: when its current key was last used. */
  readonly keyLastUsed: string | null
}

/** The subjects to read: those with these ids, or a page; absent: all. */
export interface SubjectPage {
  readonly ids?: readonly number[]
  readonly limit?: number
  readonly offset?: number
}

const nothingMore = { isReferenced: true, lastLogin: null, isAdmin: false, keyLastUsed: null }

const most = Number.MAX_SAFE_INTEGER

/** Reads apps and roles ordered by name, people by email address. */
export async function readSubjects(
  { store: { db }, kinds }: Pick<Parts, 'store' | 'kinds'>,
  subject: AccessSubject,
  { ids, limit = most, offset = 0 }: SubjectPage,
): Promise<Subject[]> {
  if (subject === 'app') {
    const rows = await db
      .selectFrom('app')
      .select(['id', 'name', 'is_active', 'last_used_date'])
      .orderBy('name')
      .orderBy('id')
      .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? []), 0]))
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(({ id, name, is_active, last_used_date }) => {
      return { ...nothingMore, id, name, isActive: is_active !== 0, keyLastUsed: last_used_date }
    })
  }
  if (subject === 'user') {
    const rows = await db
      .selectFrom('user')
      .select(['id', 'email', 'is_active', 'last_login_date', 'is_sys_admin'])
      .orderBy('email')
      .orderBy('id')
      .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? []), 0]))
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(({ id, email, is_active, last_login_date, is_sys_admin }) => {
      const person = { lastLogin: last_login_date, isAdmin: is_sys_admin !== 0 }
      return { ...nothingMore, ...person, id, name: email, isActive: is_active !== 0 }
    })
  }
  const referenced = await rolesInUse(db, kinds)
  const rows = await db
    .selectFrom('role')
    .select(['id', 'name', 'is_active'])
    .orderBy('name')
    .orderBy('id')
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? []), 0]))
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id, name, is_active }) => {
    return { ...nothingMore, id, name, isActive: is_active !== 0, isReferenced: referenced.has(id) }
  })
}

/** Roles that are assigned by an app, a person, a directory group or the settings of a service. */
async function rolesInUse(db: Db, kinds: ServiceKinds): Promise<Set<number>> {
  const apps = await db.selectFrom('app').select('role_id').where('role_id', 'is not', null).distinct().execute()
  const people = await db.selectFrom('user_to_app_to_role').select('role_id').distinct().execute()
  const groups = await db.selectFrom('role_adldap').select('role_id').where('dn', 'is not', null).execute()
  const services = await db.selectFrom('service').select(['type', 'config']).execute()
  const named = services.flatMap(({ type, config }) => [
    ...namedIn(kinds.of(type)?.config ?? {}, parseConfig(config), 'role'),
  ])
  const ids = [...apps, ...people, ...groups].map(({ role_id }) => Number(role_id))
  return new Set([...ids, ...named])
}
