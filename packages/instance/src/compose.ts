import { join } from 'node:path'
import { createForward, createGateway, type FindUploads, type Gateway } from './gateway/gateway.ts'
import type { Parts, Passwords } from './gateway/parts.ts'
import type { Registered } from './gateway/registry.ts'
import { createAnswers } from './platform/answers/create-answers.ts'
import { createAppsPlace } from './platform/apps-place.ts'
import { createBackground } from './platform/background.ts'
import type { Clock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import type { Config } from './platform/settings/config.ts'
import { openSecret } from './platform/vault.ts'
import type { Store } from './store/store.ts'
import { createUserCustomResource } from './subjects/configuration/user-custom.ts'
import { createDocs } from './subjects/docs/docs.ts'
import { createEmailPreviewResource } from './subjects/email/email-preview.ts'
import { createOutbox } from './subjects/email/outbox.ts'
import { createOutboxResource } from './subjects/email/outbox-resource.ts'
import { createPersonMail } from './subjects/email/person-mail.ts'
import { createEnvironmentResource } from './subjects/environment/environment.ts'
import { createEventCatalogue } from './subjects/events/event-catalogue.ts'
import { limitExceeded } from './subjects/events/event-paths.ts'
import { createEventResource } from './subjects/events/event-resource.ts'
import { createServicePaths } from './subjects/events/service-paths.ts'
import { createAccessExplanationResource } from './subjects/explain/access-explanation.ts'
import { createExplainCall } from './subjects/explain/explain-call.ts'
import { createAuthorityBehind } from './subjects/explain/explained-author.ts'
import { kindOf } from './subjects/kinds/service-kinds.ts'
import { createLimits } from './subjects/limits/limits.ts'
import { createImportJournals, type ImportJournals } from './subjects/packages/journal/import-journal.ts'
import { createPackageResource } from './subjects/packages/package-resource.ts'
import { createPackagedTypes } from './subjects/packages/packaged-types.ts'
import { createTableImportResource } from './subjects/packages/table-import.ts'
import { adminAddresses } from './subjects/people/admin-addresses.ts'
import { createAuthorities } from './subjects/people/authorities.ts'
import { createCallerLookups } from './subjects/people/caller-lookups.ts'
import { createIdentity } from './subjects/people/identity.ts'
import { createInvitations } from './subjects/people/invitations.ts'
import { createPasswords } from './subjects/people/passwords.ts'
import { createOwnResources } from './subjects/people/resources/own-resources.ts'
import { createSuppose } from './subjects/people/supposed-caller.ts'
import { createUserService } from './subjects/people/user-service.ts'
import { createReports } from './subjects/reports/reports.ts'
import type { Scheduler } from './subjects/scheduler/scheduler.ts'
import { schedulerDeclaration } from './subjects/scheduler/scheduler-resource.ts'
import { createScheduling } from './subjects/scheduler/scheduling.ts'
import { eventScriptDeclaration } from './subjects/scripts/event-script.ts'
import { createScriptRunner } from './subjects/scripts/run/create-script-runner.ts'
import type { ScriptQueue } from './subjects/scripts/runs/script-queue.ts'
import { createScripting, scriptBounds } from './subjects/scripts/scripting.ts'
import { createCacheResource } from './subjects/services/cache-resource.ts'
import { createRegistry } from './subjects/services/registry.ts'
import { createServiceCaches } from './subjects/services/service-caches.ts'
import { serviceList } from './subjects/services/service-list.ts'
import type { SystemResource } from './subjects/system/system-resource.ts'
import { createSystemService } from './subjects/system/system-service.ts'
import { createSystemResources, rowDeclarations } from './system-resources.ts'

export interface Composition {
  readonly parts: Parts
  /** Ends the services, and what else is open besides the store. */
  close(): Promise<void>
  readonly gateway: Gateway
  readonly findUploads: FindUploads
  /** Not started. */
  readonly scheduler: Scheduler
  /** Scripts that are to run after answers. Not started. */
  readonly scriptQueue: ScriptQueue
  /** Takes back what imports have left that died. Not started. */
  readonly importJournals: ImportJournals
}

/** Puts the instance together behind its edge: everything that answers calls, from the configuration and an open store. */
export function compose(
  config: Config,
  store: Store,
  clock: Clock,
  log: Log,
  passwords: Passwords = createPasswords(),
): Composition {
  const { vault, tokenKey, namespace } = openSecret(config)
  const background = createBackground(log)
  const identity = createIdentity({ config, store, clock, passwords, background, tokenKey, vault })
  const outbox = createOutbox(join(config.dataFolder, 'outbox'), clock)
  const authorities = createAuthorities(store, identity.directory)
  const lookups = createCallerLookups({ store, vault, authorities })
  const mail = createPersonMail({ config, store, vault, outbox, lookups })
  const invitations = createInvitations({ store, clock, mail })
  const answers = createAnswers(config, clock, namespace)
  const caches = createServiceCaches(store.changes, clock, answers)
  const { tokens } = identity
  const parts: Parts = {
    config,
    store,
    clock,
    passwords,
    vault,
    tokens,
    invitations,
    background,
    caches,
    lookups,
    authorities,
    outbox,
    appsPlace: createAppsPlace(config),
    storageOf: async (name) => (await registry.find(name))?.service.storage ?? null,
  }

  const limits = createLimits(parts, (request, id, record) => scripting.happened(request, limitExceeded, id, record))
  const suppose = createSuppose(store, identity.directory)
  const scheduling = createScheduling({ parts, suppose, log, call: (request) => forward(request) })
  const packagedTypes = createPackagedTypes({
    ...rowDeclarations,
    limit: limits.declaration,
    scheduler: schedulerDeclaration,
    event_script: eventScriptDeclaration,
  })
  const registryLater = {
    all: () => registry.all(),
    find: (name: string) => registry.find(name),
  }
  const own = createOwnResources({ ...parts, ...identity, mail }, registryLater)

  const runner = createScriptRunner(scriptBounds(config))
  const paths = createServicePaths(store, (type) => (type === 'system' ? systemResources : userResources))
  const catalogue = createEventCatalogue({ registry: registryLater, paths, store })
  const scripting = createScripting({
    parts,
    log,
    runner,
    paths,
    suppose,
    registry: registryLater,
    catalogue,
    forward: (request) => forward(request),
    callPlainly: (request) => callPlainly(request),
  })

  const importJournals = createImportJournals({ ...parts, log, call: (request) => callPlainly(request) })

  const systemResources: readonly SystemResource[] = [
    ...own.system,
    ...createSystemResources(parts, { call: (request) => callWithin(request), journals: importJournals }),
    createEnvironmentResource(parts, identity.directory, identity.twoStep.policy),
    createOutboxResource(outbox, adminAddresses(store)),
    createEmailPreviewResource(parts),
    createCacheResource(parts),
    createAccessExplanationResource((asked) => explainCall(asked)),
    ...limits.resources,
    scheduling.resource,
    createPackageResource(parts, packagedTypes, (request) => callWithin(request), importJournals),
    createTableImportResource(parts, (request) => callWithin(request), importJournals),
    ...createReports(parts, (request) => callWithin(request)),
    createEventResource(catalogue),
    ...scripting.resources,
  ]
  const userResources: readonly SystemResource[] = [...own.user, createUserCustomResource(parts)]
  const systemService = createSystemService(systemResources)
  const userService = createUserService(userResources)
  const docs = createDocs({ parts, registry: registryLater })
  const builtIn = { system: systemService, user: userService, api_docs: docs.service }
  const registry = createRegistry({
    host: {
      parts,
      call: (request) => callWithin(request),
      scripts: scripting.ofServices,
      enter: own.enter,
      endSessions: own.endSessions,
      useOnce: identity.revocations.add,
      builtIn: (name) => builtIn[name],
    },
    kindOf,
    log,
  })
  const explainCall = createExplainCall(suppose, registry, createAuthorityBehind(store, authorities))
  const listServices = serviceList(registry)
  const forward = createForward({
    registry,
    listServices,
    interceptors: [limits.interceptor, scripting.interceptor, docs.interceptor],
  })
  // What a request causes on other services has been counted with it.
  const callWithin = createForward({ registry, listServices, interceptors: [scripting.interceptor, docs.interceptor] })
  const callPlainly = createForward({ registry, listServices, interceptors: [] })
  const uploadsOf = (found: Registered | null) => found?.service.takesUpload ?? null
  const findUploads: FindUploads = (name) => {
    const found = registry.find(name)
    return found instanceof Promise ? found.then(uploadsOf) : uploadsOf(found)
  }
  const close = async () => {
    await scheduling.scheduler.close()
    await importJournals.close()
    await scripting.queue.close()
    await runner.close()
    await scripting.flush()
    await registry.close()
    await limits.close()
    await identity.close()
    await answers.close()
  }
  return {
    parts,
    close,
    findUploads,
    scheduler: scheduling.scheduler,
    scriptQueue: scripting.queue,
    importJournals,
    gateway: createGateway(identity.identify, forward),
  }
}
