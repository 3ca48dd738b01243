import type { CallerLookups, LookupChoice, Parts } from '../../../gateway/parts.ts'
import { joinLookups, type LookupKey } from '../../../platform/lookup-substitution.ts'
import { version } from '../../../platform/version.ts'
import type { Caller } from '../../../request/caller.ts'
import { createRecordCache } from './record-cache.ts'

type Owner = 'user_id' | 'role_id' | 'app_id'

const product = 'Millwright'
const maxOwners = 2_000

/** Caches each owner's lookup keys until one of them changes. */
export function createCallerLookups({
  store,
  vault,
  authorities,
}: Pick<Parts, 'store' | 'vault' | 'authorities'>): CallerLookups {
  const { db, changes } = store
  const keys = createRecordCache<string, readonly LookupKey[]>(maxOwners, load)
  changes.subscribe(({ table }) => {
    // Restricting an administrator creates roles, and freeing one deletes them.
    if (table === 'lookup' || table === 'user_to_app_to_role') keys.drop('all')
  })

  async function load(owner: string): Promise<readonly LookupKey[]> {
    const [column, id] = owner.split(' ')
    const query = db.selectFrom('lookup').select(['name', 'value', 'private', 'author_id', 'author_app_id'])
    const owned = isOwner(column)
      ? query.where(column, '=', Number(id))
      : query.where('user_id', 'is', null).where('role_id', 'is', null).where('app_id', 'is', null)
    const rows = await owned.execute()
    const read = rows.map(async ({ name, value, private: hidden, author_id, author_app_id }): Promise<LookupKey[]> => {
      if (value === null) return []
      const author = await authorities({ userId: author_id, appId: author_app_id })
      return [
        { name, value: vault.open(value), private: hidden !== 0, trust: author === null ? 'trusted' : 'untrusted' },
      ]
    })
    return (await Promise.all(read)).flat()
  }

  const keysOf = async (owner: string) => (await keys.fetch(owner)).value ?? []
  const owned = (column: Owner, row: { readonly id: number } | null) =>
    row === null ? [] : keysOf(`${column} ${row.id}`)

  return {
    async of(caller, address, only) {
      const { user, role, app } = caller
      const own = await Promise.all([owned('user_id', user), owned('role_id', role), owned('app_id', app), keysOf('')])
      const predefined = builtInLookups(caller, { address, name: product, version })
      return joinLookups(...[predefined, ...own].map(chosen(only)))
    },
    ofMails: async (address) =>
      joinLookups(instanceLookups({ address, name: product, version }), chosen('trusted')(await keysOf(''))),
    ofInstance: async (only) => joinLookups(chosen(only)(await keysOf(''))),
  }
}

function chosen(only: LookupChoice | undefined): (keys: readonly LookupKey[]) => readonly LookupKey[] {
  if (only === undefined) return (keys) => keys
  return (keys) => keys.filter(({ trust }) => trust === 'trusted' || (trust === 'personal' && only === 'trusted'))
}

function isOwner(column: string | undefined): column is Owner {
  return column === 'user_id' || column === 'role_id' || column === 'app_id'
}

/** Facts about the instance that lookup keys expose. */
export interface InstanceFacts {
  /** Scheme and host, without a trailing slash. */
  readonly address: string
  readonly name: string
  readonly version: string
}

/** Predefined lookup keys about the caller and the instance. Values with which someone could act as the caller are private. */
function builtInLookups({ user, role, app, token }: Caller, instance: InstanceFacts): LookupKey[] {
  const own = {
    'user.name': user?.name,
    'user.display_name': user?.name,
    'user.username': user?.username,
    'user.first_name': user?.first_name,
    'user.last_name': user?.last_name,
    'user.email': user?.email,
    'user.last_login_date': user?.last_login_date,
    'user.ldap_username': user?.ldap_username,
    'role.name': role?.name,
  }
  const secret = { 'session.id': token, 'session.token': token, 'app.api_key': app?.api_key }
  const ids = { 'user.id': user?.id, 'user.is_sys_admin': user?.is_sys_admin, 'role.id': role?.id, 'app.id': app?.id }
  return [
    ...keysOf(ids, 'trusted'),
    ...keysOf(own, 'personal'),
    ...instanceLookups(instance),
    ...keysOf(secret, 'trusted', true),
  ]
}

/** Predefined lookup keys about the instance. */
function instanceLookups(instance: InstanceFacts): LookupKey[] {
  const facts = {
    'df.host_url': instance.address,
    'df.name': instance.name,
    'df.version': instance.version,
    'df.api_version': '2',
    'df.confirm_invite_url': `${instance.address}/user-invite`,
    'df.confirm_register_url': `${instance.address}/register-confirm`,
    'df.confirm_reset_url': `${instance.address}/reset-password`,
  }
  return keysOf(facts, 'trusted')
}

function keysOf(values: Readonly<Record<string, unknown>>, trust: LookupKey['trust'], hidden = false): LookupKey[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, value: String(value), private: hidden, trust }],
  )
}
