import type { Db } from '../store/store.ts'

const date = '2026-11-20T21:50:01.000000Z'
export const audit = { created_date: date, last_modified_date: date }

export async function addRole(db: Db, name: string): Promise<number> {
  const row = { name, is_active: 1, ...audit }
  return (await db.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function addApp(
  db: Db,
  name: string,
  more: { role_id?: number; storage_service_id?: number } = {},
): Promise<number> {
  const row = {
    name,
    api_key: name,
    is_active: 1,
    type: 0,
    requires_fullscreen: 0,
    allow_fullscreen_toggle: 1,
    toggle_location: 'top',
    ...more,
    ...audit,
  }
  return (await db.insertInto('app').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function addUser(db: Db, email: string): Promise<number> {
  const row = { name: email, username: email, email, is_active: 1, is_sys_admin: 0, is_root_admin: 0, ...audit }
  return (await db.insertInto('user').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function addService(db: Db, name: string): Promise<number> {
  const row = { name, is_active: 1, type: 'sqlite', mutable: 1, deletable: 1, config: '{}', ...audit }
  return (await db.insertInto('service').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export function addLookup(db: Db, name: string, owner: { user_id?: number; role_id?: number; app_id?: number }) {
  const row = { name, private: 0, allow_user_update: 0, allow_admin_update: 0, ...owner, ...audit }
  return db.insertInto('lookup').values(row).execute()
}
