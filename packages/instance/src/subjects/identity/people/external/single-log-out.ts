import type { EndSessions } from '../../../../gateway/ports/sign-in.ts'
import type { Registry } from '../../../../gateway/registry.ts'
import { dialectOf } from '../../../../records/system/dialect.ts'
import { transactionOf } from '../../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import type { Store } from '../../../../store/store.ts'
import type { AccountWriter } from '../account-writer.ts'

/** Single logout: here and at the services through which people signed in (docs/wire/sign-in.md). */
export interface SingleLogOut {
  /** The URL at which a browser also signs out of the external service, or `null` if there is none. */
  addressAfter(user: number, request: ApiRequest): Promise<string | null>
  end: EndSessions
}

interface SingleLogOutParts {
  readonly store: Store
  readonly services: Pick<Registry, 'find'>
}

export function createSingleLogOut({ store, services }: SingleLogOutParts, writes: AccountWriter): SingleLogOut {
  const { all, first } = transactionOf(dialectOf(store.engine), store.statements)

  return {
    async addressAfter(user, request) {
      const known = await all(
        'SELECT "service"."name", "user_identity"."subject", "user_identity"."sign_out_name" FROM "user_identity" ' +
          'JOIN "service" ON "service"."id" = "user_identity"."service_id" WHERE "user_identity"."user_id" = ?',
        user,
      )
      for (const { name, subject, sign_out_name: named } of known) {
        const found = await services.find(String(name).toLowerCase())
        if (found?.row.isActive !== true) continue
        const address = await found.service.signOutAt?.(
          String(subject),
          typeof named === 'string' ? named : null,
          request,
        )
        if (address) return address
      }
      return null
    },

    async end(service, subject, by) {
      const known = await first(
        'SELECT "user_id" FROM "user_identity" WHERE "service_id" = ? AND "subject" = ?',
        service,
        subject,
      )
      if (known === undefined) return false
      return writes.update(Number(known.user_id), by, (row) => ({ token_generation: Number(row.token_generation) + 1 }))
    },
  }
}
