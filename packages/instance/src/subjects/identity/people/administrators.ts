import type { Store } from '../../../store/store.ts'

/** Maximum number of administrators who are notified of one thing. */
const maxTold = 20

/** Unrestricted administrators to be notified by mail, root administrators first. */
export function administratorsToTell({ db }: Pick<Store, 'db'>) {
  return db
    .selectFrom('user')
    .select(['email', 'username', 'name', 'first_name', 'last_name', 'phone', 'language'])
    .where('is_sys_admin', '=', 1)
    .where('is_active', '=', 1)
    .where('id', 'not in', db.selectFrom('user_to_app_to_role').select('user_id'))
    .orderBy('is_root_admin', 'desc')
    .orderBy('id')
    .limit(maxTold)
    .execute()
}

/** Loads the ids of administrators by email address in lower case, without caching. */
export function adminAddresses({ db }: Pick<Store, 'db'>): () => Promise<ReadonlyMap<string, number>> {
  return async () => {
    const rows = await db.selectFrom('user').select(['id', 'email']).where('is_sys_admin', '=', 1).execute()
    return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
  }
}
