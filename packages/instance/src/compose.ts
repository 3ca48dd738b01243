import { join } from 'node:path'
import { createAppsPlace } from './apps-place.ts'
import { createBackground } from './background.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createInvitations } from './email/invitations.ts'
import { createOutbox } from './email/outbox.ts'
import { createPersonMail } from './email/person-mail.ts'
import { createEventCatalogue } from './events/event-catalogue.ts'
import { limitExceeded } from './events/event-paths.ts'
import { createEventResource } from './events/event-resource.ts'
import { createServicePaths } from './events/service-paths.ts'
import { createExplainCall } from './gateway/explain-call.ts'
import { createAuthorityBehind } from './gateway/explained-author.ts'
import { createForward, createGateway, type FindUploads, type Gateway } from './gateway/gateway.ts'
import { adminAddresses } from './identity/admin-addresses.ts'
import { createAuthorities } from './identity/authorities.ts'
import { createCallerLookups } from './identity/caller-lookups.ts'
import { createIdentity } from './identity/identity.ts'
import { createPasswords } from './identity/passwords.ts'
import { createOwnResources } from './identity/resources/own-resources.ts'
import { createSuppose } from './identity/supposed-caller.ts'
import { openSecret } from './identity/vault.ts'
import { createLimits } from './limits/limits.ts'
import type { Log } from './log.ts'
import { createImportJournals, type ImportJournals } from './packages/journal/import-journal.ts'
import { createPackageResource } from './packages/package-resource.ts'
import { createPackagedTypes } from './packages/packaged-types.ts'
import { createTableImportResource } from './packages/table-import.ts'
import type { Parts, Passwords } from './parts.ts'
import { createReports } from './reports/reports.ts'
import type { Scheduler } from './scheduler/scheduler.ts'
import { createScheduling } from './scheduler/scheduling.ts'
import { createScriptRunner } from './scripting/run/create-script-runner.ts'
import type { ScriptQueue } from './scripting/runs/script-queue.ts'
import { createScripting, scriptBounds } from './scripting/scripting.ts'
import { createAnswers } from './services/answers/create-answers.ts'
import { createServiceCaches } from './services/cache.ts'
import { createDocs } from './services/docs/docs.ts'
import { createRegistry, type Registered } from './services/registry.ts'
import { kindOf } from './services/service-kinds.ts'
import { serviceList } from './services/service-list.ts'
import { createSystemService } from './services/system-service.ts'
import { createUserService } from './services/user-service.ts'
import type { Store } from './store/store.ts'
import { createAccessExplanationResource } from './system/resources/access-explanation.ts'
import { createCacheResource } from './system/resources/cache.ts'
import { createEmailPreviewResource } from './system/resources/email-preview.ts'
import { createEnvironmentResource } from './system/resources/environment.ts'
import { createOutboxResource } from './system/resources/outbox.ts'
import { schedulerDeclaration } from './system/resources/scheduler.ts'
import { createUserCustomResource } from './system/resources/user-custom.ts'
import type { SystemResource } from './system/system-resource.ts'
import { createSystemResources } from './system/system-resources.ts'

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
  const packagedTypes = createPackagedTypes({ limit: limits.declaration, scheduler: schedulerDeclaration })
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
