import { verbs } from '@millwright/contract/verbs'
import type { Service } from '../../gateway/service.ts'
import { createResourceService } from './resource-service.ts'
import type { SystemResource } from './system-resource.ts'

/** The service `system`: administers the instance. */
export function createSystemService(resources: readonly SystemResource[]): Service {
  return createResourceService({
    name: 'system',
    resources,
    publicEndpoints: [
      { path: 'environment', verbs: ['GET'] },
      // Whoever may read roles; the resource sees to that itself.
      { path: 'access_explanation', verbs: ['POST'] },
      // Whoever may save services; likewise.
      { path: 'service_check', verbs: ['POST'] },
      // Whoever may read the table; likewise.
      { path: 'data_view', verbs },
      { path: 'data_view/*', verbs },
      { path: 'admin/session', verbs },
      { path: 'admin/password', verbs: ['POST'] },
      // Restricted administrators too, whatever their role says; the resource asks for the session itself.
      { path: 'admin/profile', verbs: ['GET', 'POST', 'PUT', 'PATCH'] },
    ],
  })
}
