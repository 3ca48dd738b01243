import { verbs } from '@millwright/contract/verbs'
import type { Service } from '../../../gateway/service.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { createResourceService } from '../../ground/system/resource-service.ts'
import { factorPaths } from './resources/two-step-resource.ts'

/** Creates the service `user`, through which people manage their own account. */
export function createUserService(resources: readonly SystemResource[]): Service {
  return createResourceService({
    name: 'user',
    resources,
    publicEndpoints: [
      { path: 'session', verbs },
      { path: 'password', verbs: ['POST'] },
      { path: 'register', verbs: ['POST'] },
      { path: 'profile', verbs: ['GET', 'POST', 'PUT', 'PATCH'] },
      // Public, as every person has their own. The resource itself requires the session.
      ...['two_step', ...factorPaths, 'consent', 'connected_client', 'active_session', 'access_token'].map((path) => ({
        path,
        verbs,
      })),
    ],
  })
}
