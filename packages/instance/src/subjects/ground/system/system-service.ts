import { verbs } from '@millwright/contract/verbs'
import type { Service } from '../../../gateway/service.ts'
import { createResourceService } from './resource-service.ts'
import type { SystemResource } from './system-resource.ts'

/** The service `system`: administers the instance. */
export function createSystemService(resources: readonly SystemResource[]): Service {
  return createResourceService({
    name: 'system',
    resources,
    publicEndpoints: [
      { path: 'environment', verbs: ['GET'] },
      // Authorized by the resource: for callers who may read roles.
      { path: 'access_explanation', verbs: ['POST'] },
      // Authorized by the resource: for callers who may save services.
      { path: 'service_check', verbs: ['POST'] },
      // Authorized by the resource: for everyone's own requests.
      { path: 'access_request', verbs: ['GET', 'POST'], described: 'by role' },
      { path: 'access_request/*', verbs: ['GET', 'PUT', 'PATCH'], described: 'by role' },
      // Authorized by the resource: for callers who may change apps, and for keys that replace themselves.
      { path: 'app/*', verbs: ['POST', 'PUT'], described: 'by role' },
      // Authorized by the resource: for callers who may read the table.
      { path: 'data_view', verbs },
      { path: 'data_view/*', verbs },
      { path: 'admin/session', verbs },
      { path: 'admin/password', verbs: ['POST'] },
      // Also for restricted administrators, whatever their role; the resource requires a session.
      { path: 'admin/profile', verbs: ['GET', 'POST', 'PUT', 'PATCH'] },
    ],
  })
}
