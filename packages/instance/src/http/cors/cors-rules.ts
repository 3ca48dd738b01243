import type { Store } from '../../store/store.ts'
import { type CorsRule, compileRules } from './cors-rule.ts'

/** Returns the enabled entries, synchronously if they are loaded. */
export type CorsRules = () => readonly CorsRule[] | Promise<readonly CorsRule[]>

/** Loads the entries once, and again after each change. */
export function corsRules({ db, changes }: Pick<Store, 'db' | 'changes'>): CorsRules {
  let known: readonly CorsRule[] | null = null
  let generation = 0
  changes.subscribe(({ table }) => {
    if (table !== 'cors') return
    known = null
    generation += 1
  })
  async function load(): Promise<readonly CorsRule[]> {
    const loading = generation
    const rows = await db
      .selectFrom('cors')
      .select(['path', 'origin', 'header', 'exposed_header', 'max_age', 'method', 'supports_credentials'])
      .where('enabled', '=', 1)
      .orderBy('id')
      .execute()
    const rules = compileRules(rows)
    if (loading === generation) known = rules
    return rules
  }
  return () => known ?? load()
}
