import { createKnownRows } from '../packages/known-rows.ts'
import type { Parts } from '../parts.ts'
import { createFindStorage } from '../services/files/find-storage.ts'
import { createOutgoing } from '../services/outgoing/outgoing.ts'
import { withAuthor } from './author-relation.ts'
import { createResource } from './create-resource.ts'
import { admin } from './resources/admin.ts'
import { app } from './resources/app.ts'
import { withAppExport } from './resources/app-export.ts'
import { type AppImportParts, withAppImport } from './resources/app-import.ts'
import { withStorageRemoval } from './resources/app-storage.ts'
import { constant } from './resources/constant.ts'
import { cors } from './resources/cors.ts'
import { custom } from './resources/custom.ts'
import { emailTemplate } from './resources/email-template.ts'
import { lookup } from './resources/lookup.ts'
import { role } from './resources/role.ts'
import { withAccessibleTabs } from './resources/role-tabs.ts'
import { service } from './resources/service.ts'
import { createServiceTypeResource } from './resources/service-type.ts'
import { user } from './resources/user.ts'
import type { SystemResource } from './system-resource.ts'

type Imports = Pick<AppImportParts, 'call' | 'journals'>

/** The resources of the `system` service that need nothing but its parts: most are rows of tables. */
export function createSystemResources(parts: Parts, imports: Imports): SystemResource[] {
  const resources = [admin, cors, custom, emailTemplate, lookup, withAuthor(service, parts), user].map((each) =>
    createResource(each, parts),
  )
  return [
    ...resources,
    withAccessibleTabs(createResource(role, parts), parts),
    createAppResource(parts, imports),
    createServiceTypeResource(parts),
    constant,
  ]
}

/** Apps with the files of those that live on a file service. */
function createAppResource(parts: Parts, imports: Imports): SystemResource {
  const { store, config } = parts
  const findStorage = createFindStorage(parts)
  const outgoing = createOutgoing(config)
  const apps = withStorageRemoval(createResource(app, parts), store, findStorage)
  const importing = withAppImport(apps, { ...imports, store, findStorage, outgoing, longest: config.bodyLimit })
  return withAppExport(importing, { findStorage, call: imports.call, known: createKnownRows(store) })
}
