import type { RefusalReason } from '@millwright/contract/wire/usage'
import type { Store } from '../../../../store/store.ts'
import type { Uses } from './uses.ts'

/** Most keys that are looked up at once; requests with others are rejected all the same. */
const maxKeys = 200

/** API keys of requests that were rejected before their app was known, such as those of inactive apps. Never written to the database. */
export class DeniedKeys {
  #waiting = new Map<string, { readonly at: number; readonly reason: RefusalReason | null }>()

  add(key: string, at: number, reason: RefusalReason | null): void {
    if (this.#waiting.size < maxKeys || this.#waiting.has(key)) this.#waiting.set(key, { at, reason })
  }

  /** Records the rejected requests of keys that belong to apps. */
  async resolve({ db }: Pick<Store, 'db'>, uses: Uses): Promise<void> {
    if (this.#waiting.size === 0) return
    const denied = this.#waiting
    this.#waiting = new Map()
    const apps = await db
      .selectFrom('app')
      .select(['id', 'api_key'])
      .where('api_key', 'in', [...denied.keys()])
      .execute()
    for (const { id, api_key } of apps) {
      const found = denied.get(api_key)
      if (found !== undefined) uses.denied(id, found.at, found.reason)
    }
  }
}
