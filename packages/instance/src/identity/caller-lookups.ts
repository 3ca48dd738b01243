import { builtInLookups } from '../access/built-in-lookups.ts'
import { joinLookups, type LookupKey } from '../access/lookup-substitution.ts'
import type { CallerLookups, Parts } from '../parts.ts'
import { version } from '../version.ts'
import { createRecordCache } from './record-cache.ts'

type Owner = 'user_id' | 'role_id' | 'app_id'

const product = 'Millwright'
const ownersKept = 2_000

/** Reads each owner's keys once, and all of them again after one changed. */
export function createCallerLookups({ store, vault }: Pick<Parts, 'store' | 'vault'>): CallerLookups {
  const { db, changes } = store
  const keys = createRecordCache<string, readonly LookupKey[]>(ownersKept, load)
  changes.subscribe(({ table }) => {
    if (table === 'lookup') keys.drop('all')
  })

  async function load(owner: string): Promise<readonly LookupKey[]> {
    const [column, id] = owner.split(' ')
    const query = db.selectFrom('lookup').select(['name', 'value', 'private'])
    const owned = isOwner(column)
      ? query.where(column, '=', Number(id))
      : query.where('user_id', 'is', null).where('role_id', 'is', null).where('app_id', 'is', null)
    const rows = await owned.execute()
    return rows.flatMap((row) =>
      row.value === null ? [] : { name: row.name, value: vault.open(row.value), private: row.private !== 0 },
    )
  }

  const keysOf = async (owner: string) => (await keys.fetch(owner)).value ?? []
  const owned = (column: Owner, row: { readonly id: number } | null) =>
    row === null ? [] : keysOf(`${column} ${row.id}`)

  return {
    async of(caller, address) {
      const { user, role, app } = caller
      const own = await Promise.all([owned('user_id', user), owned('role_id', role), owned('app_id', app), keysOf('')])
      return joinLookups(builtInLookups(caller, { address, name: product, version }), ...own)
    },
    ofInstance: async () => joinLookups(await keysOf('')),
  }
}

function isOwner(column: string | undefined): column is Owner {
  return column === 'user_id' || column === 'role_id' || column === 'app_id'
}
