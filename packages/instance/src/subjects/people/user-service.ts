import { verbs } from '@millwright/contract/verbs'
import type { Service } from '../../gateway/service.ts'
import { createResourceService } from '../system/resource-service.ts'
import type { SystemResource } from '../system/system-resource.ts'
import { factorPaths } from './resources/two-step-resource.ts'

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
      // Everybody’s own; the resource asks for the session itself.
      ...['two_step', ...factorPaths, 'consent', 'connected_client', 'active_session'].map((path) => ({ path, verbs })),
    ],
  })
}
