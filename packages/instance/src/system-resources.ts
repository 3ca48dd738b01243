import type { Parts } from './gateway/parts.ts'
import type { Registry } from './gateway/registry.ts'
import { createOutgoing } from './platform/outgoing/outgoing.ts'
import { app } from './subjects/apps/app.ts'
import { withAppExport } from './subjects/apps/app-export.ts'
import { type AppImportParts, withAppImport } from './subjects/apps/app-import.ts'
import { withStorageRemoval } from './subjects/apps/app-storage.ts'
import { constant } from './subjects/configuration/constant.ts'
import { cors } from './subjects/configuration/cors.ts'
import { custom } from './subjects/configuration/custom.ts'
import { lookup } from './subjects/configuration/lookup.ts'
import { emailTemplate } from './subjects/email/email-template.ts'
import { createFindStorage } from './subjects/files/find-storage.ts'
import { createKnownRows } from './subjects/packages/known-rows.ts'
import { admin } from './subjects/people/admin.ts'
import { user } from './subjects/people/user.ts'
import { withComparableFilters } from './subjects/roles/comparable-filters.ts'
import { role } from './subjects/roles/role.ts'
import { withAccessibleTabs } from './subjects/roles/role-tabs.ts'
import { service } from './subjects/services/service.ts'
import { withHealth } from './subjects/services/service-health.ts'
import { createServiceTypeResource } from './subjects/services/service-type.ts'
import { withAuthor } from './subjects/system/author-relation.ts'
import { createResource } from './subjects/system/create-resource.ts'
import type { SystemResource } from './subjects/system/system-resource.ts'

/** Declarations of records that travel to other instances, each after those that its records refer to. */
export const rowDeclarations = [service, role, app, user, admin, cors, emailTemplate, lookup, custom]

type More = Pick<AppImportParts, 'call' | 'journals'> & Pick<Registry, 'health' | 'find'>

/** The resources of the `system` service that only depend on `parts`: most are rows of tables. */
export function createSystemResources(parts: Parts, more: More): SystemResource[] {
  const services = withHealth(withAuthor(service, parts), more.health)
  const resources = [admin, cors, custom, emailTemplate, lookup, services, user].map((each) =>
    createResource(each, parts),
  )
  return [
    ...resources,
    withComparableFilters(withAccessibleTabs(createResource(role, parts), parts), parts, more),
    createAppResource(parts, more),
    createServiceTypeResource(parts),
    constant,
  ]
}

/** The app resource, with the files of apps in file services. */
function createAppResource(parts: Parts, imports: Pick<AppImportParts, 'call' | 'journals'>): SystemResource {
  const { store, config } = parts
  const findStorage = createFindStorage(parts)
  const outgoing = createOutgoing(config)
  const apps = withStorageRemoval(createResource(app, parts), store, findStorage)
  const importing = withAppImport(apps, { ...imports, store, findStorage, outgoing, longest: config.bodyLimit })
  return withAppExport(importing, { findStorage, call: imports.call, known: createKnownRows(store) })
}
