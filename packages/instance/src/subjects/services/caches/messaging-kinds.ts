import type { Connector } from '@millwright/connector/connector'
import { cacheLocalConfig, cacheMemcachedConfig, cacheRedisConfig } from '@millwright/contract/service-config/cache'
import { type ServiceKind, serviceKind } from '../../../gateway/service-kind.ts'
import { createCacheService } from './cache-service.ts'
import { createMemoryKeyValues, createRedisKeyValues, redisPlace } from './key-values.ts'

export const messagingConnectors: readonly Connector[] = [
  {
    name: 'cache_memcached',
    label: 'Memcached',
    group: 'Cache',
    description: 'Caches values on a Memcached server.',
    settings: cacheMemcachedConfig,
    shape: 'cache',
    load: () => import('./memcached-connector.ts'),
  },
]

/** Service types for caches. */
export const messagingKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'cache_local',
    label: 'Local Cache',
    group: 'Cache',
    description: 'Caches values in this instance.',
    config: cacheLocalConfig,
    make: (serviceParts) => createCacheService(serviceParts, createMemoryKeyValues(serviceParts.host.parts.clock)),
  }),
  serviceKind({
    name: 'cache_redis',
    label: 'Redis',
    group: 'Cache',
    description: 'Caches values on a Redis server.',
    config: cacheRedisConfig,
    make: (serviceParts) => createCacheService(serviceParts, createRedisKeyValues(redisPlace(serviceParts))),
  }),
]
