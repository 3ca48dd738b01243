import { collectionQuery } from '../../../instance/collections.ts'
import type { CachedService } from './cached-services.ts'

/** The services with a cache. */
export const cachesQuery = collectionQuery<CachedService>('system/cache', { fields: '*' })
