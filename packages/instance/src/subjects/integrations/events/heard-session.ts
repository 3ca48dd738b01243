import type { HeardSession } from '@millwright/connector/heard-event'
import type { ApiRequest } from '../../../request/api-request.ts'

/** The caller of a request, for event listeners. */
export function sessionForListeners({
  caller: { user, app, role },
  requestor,
  address,
}: Pick<ApiRequest, 'caller' | 'requestor' | 'address'>): HeardSession {
  return {
    user: user === null ? null : { id: user.id, email: user.email, name: user.name },
    app: app === null ? null : { id: app.id, name: app.name },
    role: role === null ? null : { id: role.id, name: role.name },
    requestor,
    address,
  }
}
