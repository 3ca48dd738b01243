import type { Parts } from '../parts.ts'
import { createResource } from './create-resource.ts'
import { admin } from './resources/admin.ts'
import { app } from './resources/app.ts'
import { cors } from './resources/cors.ts'
import { custom } from './resources/custom.ts'
import { emailTemplate } from './resources/email-template.ts'
import { lookup } from './resources/lookup.ts'
import { role } from './resources/role.ts'
import { withAccessibleTabs } from './resources/role-tabs.ts'
import { service } from './resources/service.ts'
import { user } from './resources/user.ts'
import type { SystemResource } from './system-resource.ts'

/** The resources of the `system` service that are rows of tables. */
export function createSystemResources(parts: Parts): SystemResource[] {
  const resources = [admin, app, cors, custom, emailTemplate, lookup, service, user].map((each) =>
    createResource(each, parts),
  )
  return [...resources, withAccessibleTabs(createResource(role, parts), parts)]
}
