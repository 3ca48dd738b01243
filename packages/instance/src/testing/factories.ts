import { maskOf, requestorMask, type Verb } from '@millwright/contract/verbs'
import type { Parts } from '../gateway/parts.ts'
import { isoMicros } from '../platform/clock.ts'
import type { TableName } from '../store/tables.ts'

export interface TestPerson {
  readonly id: number
  readonly email: string
  readonly password: string
  /** A session token. */
  readonly token: string
}

interface PersonValues {
  readonly email?: string
  readonly name?: string
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly username?: string | null
  readonly password?: string
  readonly is_active?: boolean
  /** For administrators. */
  readonly is_root_admin?: boolean
  /** Roles by app. */
  readonly roles?: readonly { readonly app_id: number; readonly role_id: number }[]
}

interface AccessValues {
  /** `null`: all services. */
  readonly service_id: number | null
  readonly component: string
  readonly verbs: readonly Verb[]
}

/** Creates records for tests, bypassing the rules of the API; each has a unique name unless the test sets one. */
export type Factories = ReturnType<typeof factories>

export function factories({
  store,
  clock,
  passwords,
  tokens,
}: Pick<Parts, 'store' | 'clock' | 'passwords' | 'tokens'>) {
  let count = 0
  const next = () => ++count
  const audit = () => ({
    created_date: isoMicros(clock()),
    last_modified_date: isoMicros(clock()),
    created_by_id: null,
    last_modified_by_id: null,
  })
  const announce = (...tables: TableName[]) =>
    store.changes.publish(tables.map((table) => ({ table, ids: 'all' as const })))

  async function person(kind: 'admin' | 'user', values: PersonValues): Promise<TestPerson> {
    const number = next()
    const { email = `${kind}${number}@example.test`, password = `password of ${kind} ${number}` } = values
    const { id } = await store.db
      .insertInto('user')
      .values({
        ...audit(),
        name: values.name ?? `${kind === 'admin' ? 'Admin' : 'User'} ${number}`,
        username: values.username === undefined ? email : values.username,
        first_name: values.first_name ?? null,
        last_name: values.last_name ?? null,
        email,
        email_key: email,
        username_key: values.username === undefined ? email : (values.username?.toLowerCase() ?? null),
        password: await passwords.hash(password),
        is_active: values.is_active === false ? 0 : 1,
        is_sys_admin: kind === 'admin' ? 1 : 0,
        is_root_admin: values.is_root_admin ? 1 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const roles = values.roles ?? []
    if (roles.length > 0) {
      await store.db
        .insertInto('user_to_app_to_role')
        .values(roles.map((role) => ({ ...role, user_id: id })))
        .execute()
    }
    await announce('user', 'user_to_app_to_role')
    return { id, email, password, token: await tokens.issue(id, false) }
  }

  return {
    admin: (values: PersonValues = {}) => person('admin', values),
    user: (values: PersonValues = {}) => person('user', values),

    async role(values: { name?: string; is_active?: boolean; access?: readonly AccessValues[] } = {}) {
      const { id } = await store.db
        .insertInto('role')
        .values({
          ...audit(),
          name: values.name ?? `role ${next()}`,
          description: null,
          is_active: values.is_active === false ? 0 : 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const { service_id, component, verbs } of values.access ?? []) {
        await store.db
          .insertInto('role_service_access')
          .values({
            ...audit(),
            role_id: id,
            service_id,
            component,
            verb_mask: maskOf(verbs),
            requestor_mask: requestorMask.API,
            filters: null,
            filter_op: 'AND',
          })
          .execute()
      }
      await announce('role', 'role_service_access')
      return { id }
    },

    async app(
      values: { name?: string; api_key?: string; is_active?: boolean; role_id?: number | null; type?: number } = {},
    ) {
      const number = next()
      const api_key = values.api_key ?? `key${number}k`.padEnd(64, '0')
      const { id } = await store.db
        .insertInto('app')
        .values({
          ...audit(),
          name: values.name ?? `app${number}`,
          api_key,
          is_active: values.is_active === false ? 0 : 1,
          type: values.type ?? 0,
          requires_fullscreen: 0,
          allow_fullscreen_toggle: 1,
          toggle_location: 'top',
          role_id: values.role_id ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await announce('app')
      return { id, api_key }
    },

    async service(values: { name?: string; type?: string; is_active?: boolean } = {}) {
      const name = values.name ?? `service${next()}`
      const { id } = await store.db
        .insertInto('service')
        .values({
          ...audit(),
          name,
          label: name,
          description: null,
          is_active: values.is_active === false ? 0 : 1,
          type: values.type ?? 'sqlite',
          mutable: 1,
          deletable: 1,
          config: '{}',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await announce('service')
      return { id, name }
    },

    async cors(
      values: { path?: string; origin?: string; verbs?: readonly Verb[]; supports_credentials?: boolean } = {},
    ) {
      const { id } = await store.db
        .insertInto('cors')
        .values({
          ...audit(),
          path: values.path ?? '*',
          description: null,
          origin: values.origin ?? '*',
          header: '*',
          exposed_header: null,
          max_age: 0,
          method: maskOf(values.verbs ?? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
          supports_credentials: values.supports_credentials ? 1 : 0,
          enabled: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await announce('cors')
      return { id }
    },

    /** The id of a built-in service, such as `system`. */
    async serviceId(name: string): Promise<number> {
      const row = await store.db.selectFrom('service').select('id').where('name', '=', name).executeTakeFirstOrThrow()
      return row.id
    },
  }
}
