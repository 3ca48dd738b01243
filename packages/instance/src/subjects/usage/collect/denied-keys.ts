import type { RefusalReason } from '@millwright/contract/wire/usage'
import type { Store } from '../../../store/store.ts'
import type { Uses } from './uses.ts'

/** Keys that are looked up at once; whoever sends others is refused all the same. */
const mostKeys = 200

/** Keys with which calls were refused before anybody knew their app, as those of inactive apps are. Never written anywhere. */
export class DeniedKeys {
  #waiting = new Map<string, { readonly at: number; readonly reason: RefusalReason | null }>()

  add(key: string, at: number, reason: RefusalReason | null): void {
    if (this.#waiting.size < mostKeys || this.#waiting.has(key)) this.#waiting.set(key, { at, reason })
  }

  /** Notes the refusals of those that are keys of apps. */
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
