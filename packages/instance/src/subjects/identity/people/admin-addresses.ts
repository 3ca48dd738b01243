import type { Store } from '../../../store/store.ts'

/** Loads the ids of administrators by email address in lower case, without caching. */
export function adminAddresses({ db }: Pick<Store, 'db'>): () => Promise<ReadonlyMap<string, number>> {
  return async () => {
    const rows = await db.selectFrom('user').select(['id', 'email']).where('is_sys_admin', '=', 1).execute()
    return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
  }
}
