import type { Store } from '../../../store/store.ts'
import { type ReadDefinition, readDefinition } from './read-definition.ts'

/** Loads a service's stored API definition without caching, or `null` if there is none. */
export async function loadDefinition({ db }: Pick<Store, 'db'>, serviceId: number): Promise<ReadDefinition | null> {
  const doc = await db
    .selectFrom('service_doc')
    .select(['content', 'format'])
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  const content = doc?.content ?? ''
  return content.trim() === '' ? null : readDefinition(content, doc?.format ?? 0)
}
