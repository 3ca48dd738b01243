import type { Forward } from './gateway/gateway.ts'
import type { Parts } from './gateway/parts.ts'
import type { ServiceKinds } from './gateway/ports/service-kinds.ts'
import type { Registry } from './gateway/registry.ts'
import { createOutgoing } from './platform/outgoing/outgoing.ts'
import { sharedViews } from './subjects/data/data-views/kept-views.ts'
import { createFindStorage } from './subjects/data/files/source-files.ts'
import { schemaContract } from './subjects/data/schema-contracts/kept-contract.ts'
import { withAuthor } from './subjects/ground/system/author-relation.ts'
import { createResource } from './subjects/ground/system/create-resource.ts'
import type { ResourceDeclaration, SystemResource } from './subjects/ground/system/resource.ts'
import { emailTemplateResource } from './subjects/identity/email/email-template.ts'
import { adminResource } from './subjects/identity/people/admin.ts'
import { createAccessTokenResource } from './subjects/identity/people/resources/access-tokens.ts'
import { twoStepRule } from './subjects/identity/people/two-step/policy.ts'
import { userResource } from './subjects/identity/people/user.ts'
import { withComparableFilters } from './subjects/identity/roles/comparable-filters.ts'
import { roleResource } from './subjects/identity/roles/role.ts'
import { withAccessibleTabs } from './subjects/identity/roles/role-tabs.ts'
import { schedulerDeclaration } from './subjects/integrations/scheduler/scheduler-resource.ts'
import { eventScriptDeclaration } from './subjects/integrations/scripts/event-script.ts'
import { appResource, withRotation } from './subjects/operation/apps/app.ts'
import { withStorageRemoval } from './subjects/operation/apps/app-storage.ts'
import { type AppImportParts, withAppExport, withAppImport } from './subjects/operation/apps/app-transfer.ts'
import { createConfigPackageResource } from './subjects/operation/config-as-code/config-package.ts'
import { createConfigResource } from './subjects/operation/config-as-code/config-resource.ts'
import { databaseTable } from './subjects/operation/config-as-code/tables/database-table.ts'
import { custom } from './subjects/operation/configuration/custom.ts'
import { constant, corsResource, lookup } from './subjects/operation/configuration/declared-resources.ts'
import type { ImportJournals } from './subjects/operation/packages/journal/import-journal.ts'
import { createKnownRows } from './subjects/operation/packages/named-record.ts'
import { createPackageResource } from './subjects/operation/packages/package-resource.ts'
import { createPackagedTypes, type PackagedTypes } from './subjects/operation/packages/packaged-types.ts'
import { createTableImportResource } from './subjects/operation/packages/table-import.ts'
import { serviceResource } from './subjects/services/registry/service.ts'
import { withHealth } from './subjects/services/registry/service-health.ts'
import { createServiceTypeResource } from './subjects/services/registry/service-type.ts'

/** Declarations of records that travel to other instances, each after those that its records refer to. */
const rowDeclarations = [
  serviceResource,
  roleResource,
  appResource,
  userResource,
  adminResource,
  corsResource,
  emailTemplateResource,
  lookup,
  custom,
]

/** Configuration that is no rows of such a declaration. */
const keptSettings = [twoStepRule, schemaContract, sharedViews, databaseTable]

/** The types of records that travel to other instances. `more`: whose declarations depend on the parts of the instance. */
export function createTravellingTypes(more: readonly ResourceDeclaration[], kinds: ServiceKinds): PackagedTypes {
  const declarations = [...rowDeclarations, schedulerDeclaration, eventScriptDeclaration, ...more]
  return createPackagedTypes(declarations, keptSettings, kinds)
}

/** Returns resources as they are. Throws if what one keeps travels, but are not among the types. */
export function withAllTravelling(resources: readonly SystemResource[], { named, kept }: PackagedTypes) {
  const forgotten = resources.flatMap(({ name, keeps, declaration }) => {
    if (typeof keeps === 'object') return kept.some((type) => type.kept === keeps) ? [] : [name]
    return declaration === undefined || typeof declaration.travels === 'string' || named.has(declaration.name)
      ? []
      : [declaration.name]
  })
  if (forgotten.length > 0)
    throw new Error(`These records travel, but are of no type that does: ${forgotten.join(', ')}.`)
  return resources
}

/** The resources that move records and tables between instances. */
export function createTransfer(
  parts: Parts,
  types: PackagedTypes,
  call: Forward,
  journals: ImportJournals,
): readonly SystemResource[] {
  return [
    createPackageResource(parts, types, call, journals),
    createConfigResource(parts, types, call),
    createConfigPackageResource(parts, types),
    createTableImportResource(parts, call, journals),
  ]
}

type More = Pick<AppImportParts, 'call' | 'journals'> & Pick<Registry, 'health' | 'find'>

/** The resources of the `system` service that only depend on `parts`: most are rows of tables. */
export function createSystemResources(parts: Parts, more: More): SystemResource[] {
  const services = withHealth(withAuthor(serviceResource, parts), more.health)
  const resources = [adminResource, corsResource, custom, emailTemplateResource, lookup, services, userResource].map(
    (each) => createResource(each, parts),
  )
  return [
    ...resources,
    createAccessTokenResource(parts),
    withComparableFilters(withAccessibleTabs(createResource(roleResource, parts), parts), parts, more),
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
  const apps = withRotation(withStorageRemoval(createResource(appResource, parts), store, findStorage), store)
  const importing = withAppImport(apps, { ...imports, store, findStorage, outgoing, longest: config.bodyLimit })
  return withAppExport(importing, { findStorage, call: imports.call, known: createKnownRows(store) })
}
