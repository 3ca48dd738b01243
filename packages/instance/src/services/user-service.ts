import { verbs } from '@millwright/contract/verbs'
import { ownFactorPaths } from '../identity/resources/own-two-step.ts'
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
      // Everybody’s own; the resource asks for the session itself.
      ...['two_step', ...ownFactorPaths].map((path) => ({ path, verbs })),
    ],
  })
}
