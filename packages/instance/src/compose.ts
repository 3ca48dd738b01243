import { join } from 'node:path'
import { createAuthorize } from './access/authority/authorize.ts'
import type { Composition } from './composition.ts'
import { createDispatcher, createGateway, type FindUploads } from './gateway/gateway.ts'
import type { Parts, Passwords } from './gateway/parts.ts'
import type { Registered } from './gateway/registry.ts'
import type { RunnableKinds } from './gateway/service-kind.ts'
import { createAnswers } from './platform/answers.ts'
import { createAppsPlace } from './platform/apps-place.ts'
import { createBackground } from './platform/background.ts'
import type { Clock } from './platform/clock.ts'
import type { Instruments } from './platform/instruments/instruments.ts'
import type { Log } from './platform/log.ts'
import type { Config } from './platform/settings/config.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import type { KeyRing } from './platform/vault.ts'
import { invalidatedValue } from './store/changes.ts'
import type { Store } from './store/store.ts'
import { createDataHistoryResource } from './subjects/data/data-history/data-history-resource.ts'
import { createRowHistory } from './subjects/data/data-history/row-history.ts'
import { createDataViewResource } from './subjects/data/data-views/data-view.ts'
import { createSchemaContractResource } from './subjects/data/schema-contracts/schema-contract.ts'
import { createDocs } from './subjects/ground/docs/docs.ts'
import { keepSearchable } from './subjects/ground/system/keep-searchable.ts'
import { createSystemService } from './subjects/ground/system/resource-service.ts'
import { createAccessRequestResource } from './subjects/identity/access-requests/access-request.ts'
import { createAgentService, withAgent } from './subjects/identity/access-requests/agent-service.ts'
import { createRequestBook } from './subjects/identity/access-requests/request-book.ts'
import { tellRequests } from './subjects/identity/access-requests/tell-requests.ts'
import { createAuthorization } from './subjects/identity/authorization/create-authorization.ts'
import { createEmailPreviewResource } from './subjects/identity/email/email-preview.ts'
import { createOutbox, createOutboxResource } from './subjects/identity/email/outbox.ts'
import { createPersonMail } from './subjects/identity/email/person-mail.ts'
import { adminAddresses } from './subjects/identity/people/administrators.ts'
import { createCallerLookups } from './subjects/identity/people/caller-lookups.ts'
import { createAuthorities, createImpersonate } from './subjects/identity/people/caller-of.ts'
import { createIdentity } from './subjects/identity/people/identity.ts'
import { createLetters } from './subjects/identity/people/letters.ts'
import { createPasswords } from './subjects/identity/people/passwords.ts'
import { createAccountResources } from './subjects/identity/people/resources/account-resources.ts'
import { createUserService } from './subjects/identity/people/user-service.ts'
import { createCustomApis } from './subjects/integrations/custom-apis/custom-apis.ts'
import { createBrokenSince } from './subjects/integrations/custom-apis/noticed-problems.ts'
import {
  createEventListeners,
  indexListeners,
  loadServiceListeners,
} from './subjects/integrations/event-listeners/event-listeners.ts'
import { createRequestListeners } from './subjects/integrations/event-listeners/request-listeners.ts'
import { createEventCatalogue, createEventResource } from './subjects/integrations/events/event-catalogue.ts'
import { keyEndingEvent, limitExceeded, type ServiceEvent } from './subjects/integrations/events/event-paths.ts'
import { createServicePaths } from './subjects/integrations/events/service-paths.ts'
import { createMcpEndpoint } from './subjects/integrations/mcp/mcp-door.ts'
import { createMcpReports } from './subjects/integrations/mcp/reports/report-resources.ts'
import { createScheduling } from './subjects/integrations/scheduler/scheduler.ts'
import { createScriptRunner } from './subjects/integrations/scripts/run/create-script-runner.ts'
import { observedRunner } from './subjects/integrations/scripts/run/observed-runner.ts'
import { createScripting, scriptBounds } from './subjects/integrations/scripts/scripting.ts'
import { createWebhooks } from './subjects/integrations/webhooks/webhooks.ts'
import { createKeyWarnings } from './subjects/operation/apps/key-warnings.ts'
import { createConfigLock } from './subjects/operation/config-as-code/config-lock.ts'
import { createUserCustomResource } from './subjects/operation/configuration/custom.ts'
import { createEnvironmentResource } from './subjects/operation/environment/environment.ts'
import { createAccessExplanationResource } from './subjects/operation/explain/access-explanation.ts'
import { createAuthorityBehind } from './subjects/operation/explain/assumed-rights.ts'
import { createExplainCall } from './subjects/operation/explain/explain-call.ts'
import type { Exceeded } from './subjects/operation/limits/limiter.ts'
import { createLimits } from './subjects/operation/limits/limits.ts'
import { createOperate } from './subjects/operation/operator/operate.ts'
import { createImportJournals } from './subjects/operation/packages/journal/import-journal.ts'
import { createAddressForms } from './subjects/operation/usage/address-forms.ts'
import { createUsage } from './subjects/operation/usage/usage.ts'
import { createRegistry } from './subjects/services/registry/registry.ts'
import { createCacheResource, createServiceCaches } from './subjects/services/registry/service-caches.ts'
import { createServiceCheckResource } from './subjects/services/registry/service-check.ts'
import { serviceList } from './subjects/services/registry/service-list.ts'
import { createReports } from './subjects/services/reports/reports.ts'
import { createSystemResources, createTransfer, createTravellingTypes, withAllTravelling } from './system-resources.ts'
import { watchLoads } from './watch-loads.ts'

interface ComposeOptions {
  /** Cheaper password hashing for tests. */
  readonly passwords?: Passwords | undefined
  readonly kinds: RunnableKinds
  readonly instruments: Instruments
  readonly tracing: Tracing | null
}

/** Composes the instance behind its HTTP layer, everything that responds to requests, from the configuration and an open store. */
export function compose(
  config: Config,
  store: Store,
  clock: Clock,
  log: Log,
  { vault, tokenKeys, namespace }: KeyRing,
  { passwords = createPasswords(), kinds, instruments, tracing }: ComposeOptions,
): Composition {
  const background = createBackground(log)
  const identity = createIdentity({ config, store, clock, passwords, background, tokenKeys, vault, kinds })
  const outbox = createOutbox(join(config.dataFolder, 'outbox'), clock)
  const authorities = createAuthorities({ store, clock }, identity.directory)
  const lookups = createCallerLookups({ store, vault, authorities })
  const mail = createPersonMail({ config, store, vault, kinds, outbox, instruments, lookups })
  const book = createRequestBook({ store, clock, kinds, writes: identity.twoStep.writes })
  const letters = createLetters({ config, store, clock, background, mail, keep: book.ask }, identity)
  const answers = createAnswers(config, clock, namespace)
  const caches = createServiceCaches({ changes: store.changes, clock, answers, instruments })
  const dispatcher = createDispatcher(config.bounds)
  const { services, forward, forwardUncounted, forwardPlainly } = dispatcher
  const rowHistory = createRowHistory({ store, vault, clock, background, config })
  const parts: Parts = {
    config,
    store,
    clock,
    kinds,
    passwords,
    vault,
    tokens: identity.tokens,
    ...letters,
    background,
    caches,
    lookups,
    authorities,
    authorize: createAuthorize(config, async (author) => (await authorities(author)) === null),
    changeRule: config.configLock ? (tx, changes) => configLock(tx, changes) : null,
    followUp: createBrokenSince(kinds, clock),
    outbox,
    appsPlace: createAppsPlace(config),
    instruments,
    recordCall: (call) => usage.record(call),
    readUsage: async (params) => (await usage.read?.(params)) ?? null,
    rowHistory,
    tracing,
    describe: (name) => docs.describe(name),
    storageOf: async (name) => (await services.find(name))?.service.storage ?? null,
  }

  const impersonate = createImpersonate({ store, clock }, identity.directory)
  const runner = observedRunner(createScriptRunner(scriptBounds(config)), instruments)
  const paths = createServicePaths(store, services, kinds)
  const catalogue = createEventCatalogue({ registry: services, paths, store, kinds })
  const scripting = createScripting({
    parts,
    log,
    runner,
    paths,
    impersonate,
    identify: identity.identify,
    registry: services,
    catalogue,
    forward,
    callPlainly: forwardPlainly,
  })
  const webhooks = createWebhooks({ parts, registry: services, paths, log })
  const listeners = createEventListeners({
    paths,
    authorities,
    clock,
    log,
    index: invalidatedValue(store.changes, ['service', 'webhook'], async () =>
      indexListeners([...(await loadServiceListeners(parts, services)), ...(await webhooks.listeners())]),
    ),
  })
  const tell =
    (event: ServiceEvent): Exceeded =>
    (request, id, record) => {
      for (const listener of [scripting, listeners]) listener.happened(request, event, id, record)
    }
  const limits = createLimits(parts, tell(limitExceeded))
  const keyWarnings = createKeyWarnings({ ...parts, log, mail, ending: tell(keyEndingEvent) })
  const scheduling = createScheduling({ parts, impersonate, log, call: forward })
  const importJournals = createImportJournals({ ...parts, log, call: forwardPlainly })
  const roleOf = async (id: number) => (await identity.directory.role(id)).value
  const customApis = createCustomApis(parts, services, forwardUncounted, forward, { impersonate, roleOf })
  const packagedTypes = createTravellingTypes([limits.declaration, webhooks.declaration, customApis.declaration], kinds)
  const configLock = createConfigLock(packagedTypes, kinds)
  const account = createAccountResources({ ...parts, ...identity, mail }, services)
  const docs = createDocs({ parts, registry: services, kinds, call: forwardUncounted })
  const authorization = createAuthorization(parts, identity, { tokenKeys, begin: account.begin }, services)
  const explainCall = createExplainCall(impersonate, services, createAuthorityBehind(store, authorities), authorities)
  const requestListeners = createRequestListeners({ ...parts, registry: services, log })
  const usage = createUsage({ parts, log, formOf: (service) => addressForms(service), logged: requestListeners.tell })

  const builtIn = {
    system: createSystemService(
      withAllTravelling(
        [
          ...account.system.map(usage.filtered),
          ...createSystemResources(parts, {
            call: forwardUncounted,
            journals: importJournals,
            find: services.find,
            health: services.health,
          }).map(usage.filtered),
          createEnvironmentResource({ ...parts, runner }, identity.directory, identity.twoStep.policy),
          createOutboxResource(outbox, adminAddresses(store)),
          createEmailPreviewResource(parts),
          createCacheResource(parts),
          createAccessExplanationResource(explainCall),
          createAccessRequestResource(parts, {
            book,
            serviceNames: identity.serviceNames,
            tell: tellRequests({ ...parts, mail }),
          }),
          createServiceCheckResource(parts, services),
          createSchemaContractResource(parts, services),
          createDataHistoryResource(parts, services, forwardUncounted),
          createDataViewResource(parts),
          ...customApis.resources,
          ...limits.resources,
          scheduling.resource,
          ...createTransfer(parts, packagedTypes, forwardUncounted, importJournals),
          ...createReports(parts, forwardUncounted),
          ...usage.resources,
          createEventResource(catalogue),
          ...scripting.resources,
          ...webhooks.resources,
          ...authorization.system,
          ...createMcpReports({ parts, services, roleOf, readUsage: usage.read }),
        ],
        packagedTypes,
      ),
    ),
    user: createUserService([...account.user, ...authorization.user, createUserCustomResource(parts)]),
    api_docs: docs.service,
  }
  const registry = createRegistry({
    host: {
      parts,
      log,
      call: forwardUncounted,
      callCounted: forward,
      count: async (request) => limits.interceptor.limit?.(request),
      roleOf,
      groupOf: (type) => kinds.of(type)?.group ?? null,
      scripts: scripting.ofServices,
      enter: account.enter,
      enterProgram: account.enterProgram,
      endSessions: account.endSessions,
      useOnce: identity.revocations.add,
      builtIn: (name) => builtIn[name],
    },
    kinds,
    log,
  })
  const addressForms = createAddressForms(registry, kinds, store.changes)
  const listServices = serviceList(registry, kinds)
  const agent = createAgentService({ ...parts, listServices })
  dispatcher.open({
    registry: withAgent(customApis.withDesigner(registry, docs), agent),
    listServices,
    counting: [limits.interceptor],
    interceptors: [listeners.interceptor, scripting.interceptor, docs.interceptor],
  })

  watchLoads(instruments, {
    store,
    registry,
    runner,
    background,
    scheduler: scheduling.scheduler,
    scriptQueue: scripting.queue,
  })

  const uploadsOf = (found: Registered | null) => found?.service.takesUpload ?? null
  const findUploads: FindUploads = (name) => {
    const found = registry.find(name)
    return found instanceof Promise ? found.then(uploadsOf) : uploadsOf(found)
  }
  const searchable = keepSearchable(parts)
  const close = async () => {
    for (const each of [searchable, keyWarnings, scheduling.scheduler, importJournals, scripting.queue, runner])
      await each.close()
    await scripting.flush()
    await listeners.idle()
    for (const each of [webhooks.deliveries, usage]) await each.close()
    await requestListeners.idle()
    for (const each of [registry, limits, identity, rowHistory, answers]) await each.close()
  }
  return {
    parts,
    close,
    findUploads,
    presentName: registry.presentName,
    isInUse: (service) => [...registry.inUse].some(({ row }) => row.name.toLowerCase() === service),
    scheduler: scheduling.scheduler,
    runner,
    scriptQueue: scripting.queue,
    importJournals,
    deliveries: webhooks.deliveries,
    keyWarnings,
    operate: createOperate(forwardUncounted),
    demo: { store, clock, vault, impersonate, call: forwardUncounted, replay: usage.replay },
    gateway: createGateway(identity.identify, forward, services),
    oauth: authorization.server,
    mcp: createMcpEndpoint({ ...parts, services, identify: identity.identify, access: authorization.access }),
  }
}
