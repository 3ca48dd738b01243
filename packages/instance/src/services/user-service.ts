import { verbs } from '@millwright/contract/verbs'
import type { SystemResource } from '../system/system-resource.ts'
import { createResourceService } from './resource-service.ts'
import type { Service } from './service.ts'

/** The service `user`: what people do for themselves. */
export function createUserService(resources: readonly SystemResource[]): Service {
  return createResourceService({
    name: 'user',
    resources,
    publicEndpoints: [
      { path: 'session', verbs },
      { path: 'password', verbs: ['POST'] },
      { path: 'register', verbs: ['POST'] },
      { path: 'profile', verbs: ['GET', 'POST', 'PUT', 'PATCH'] },
    ],
  })
}
