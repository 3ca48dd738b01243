import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, stackOf } from '@millwright/connector/error-words'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { compose } from './compose.ts'
import type { Composition } from './composition.ts'
import type { Parts, Passwords } from './gateway/parts.ts'
import type { RunnableKinds } from './gateway/service-kind.ts'
import { addApi } from './http/api-routes.ts'
import { createAppsServer, routeAppsHost } from './http/apps/apps-server.ts'
import { ArrivingBodies } from './http/arriving-bodies.ts'
import { addConsole, isConsolePage } from './http/console/console-routes.ts'
import { adminKey, settingsFor } from './http/console/console-settings.ts'
import { corsRules } from './http/cors/cors-rules.ts'
import { addMcp, addReportAliases } from './http/mcp/mcp-routes.ts'
import { addMetrics, metricsAccess, requestMetrics } from './http/metrics.ts'
import { addOauth } from './http/oauth-routes.ts'
import { createKnownOrigins, originsForApps, ownOrigins } from './http/origins.ts'
import { addPublicFiles, publicFileSender, sandboxHeaders } from './http/public-files.ts'
import { requestLog } from './http/request-log.ts'
import type { RequestObserver } from './http/served-request.ts'
import { createServer } from './http/server.ts'
import { addHealth, addStatus } from './http/status.ts'
import { isAlone, storeChecks, watchNode } from './node-checks.ts'
import { basePathOf } from './platform/base-path.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createRedisCheck } from './platform/connections/redis.ts'
import { createPrometheus } from './platform/instruments/prometheus.ts'
import { type Log, sentencesOf } from './platform/log.ts'
import { createLogger } from './platform/logger.ts'
import { createReadiness, type Readiness, watchState } from './platform/readiness.ts'
import type { Config } from './platform/settings/config.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { openSecret } from './platform/vault.ts'
import { createServiceKinds, replacedTypes } from './service-kinds.ts'
import { checkDataFolder, closeToOthers, whyUnwritable } from './store/data-folder.ts'
import { followKeys } from './store/follow-keys.ts'
import { openStore } from './store/open-store.ts'
import { watchStoreVersion } from './store/store-version.ts'
import { sweepDrafts } from './subjects/data/files/local/sweep-drafts.ts'
import { createPublicFiles } from './subjects/data/files/public-files.ts'
import { watchSharedFolders } from './subjects/data/files/shared-folders.ts'
import type { Scheduler } from './subjects/integrations/scheduler/scheduler.ts'
import type { ScriptQueue } from './subjects/integrations/scripts/runs/script-queue.ts'
import type { Deliveries } from './subjects/integrations/webhooks/deliveries.ts'
import type { KeyWarnings } from './subjects/operation/apps/key-warnings.ts'
import { applyAtStart } from './subjects/operation/config-as-code/apply-at-start.ts'
import type { Operate } from './subjects/operation/operator/operate.ts'
import { refuseLostSecret } from './subjects/operation/seed/secret-check.ts'
import { type NewAdmin, seed } from './subjects/operation/seed/seed.ts'
import { loadConnectors } from './subjects/services/connectors/load-connectors.ts'
import { metricsOfAllWorkers } from './worker-metrics.ts'
import { connectSiblings } from './worker-siblings.ts'
import { isWorker } from './workers.ts'

export interface App {
  readonly server: FastifyInstance
  /** Server of hosted apps, not listening yet; if it listens, close it before `server`. */
  readonly apps: FastifyInstance
  /** Server of `/metrics`, not listening yet; `null` if `server` serves it. Closed with it. */
  readonly metrics: FastifyInstance | null
  readonly parts: Parts
  readonly readiness: Readiness
  /** Runs tasks once started. */
  readonly scheduler: Scheduler
  readonly runner: Composition['runner']
  /** Once the server listens, resumes scripts that an earlier run left behind. */
  readonly scriptQueue: ScriptQueue
  readonly deliveries: Deliveries
  readonly keyWarnings: KeyWarnings
  /** Answers requests of the operator. */
  readonly operate: Operate
  /** Finishes requests in progress, then closes the store. */
  close(): Promise<void>
}

export interface AppOptions {
  readonly clock?: Clock
  /** The operator's log; defaults to standard error, as configured. */
  readonly logger?: Logger
  /** Receives log messages instead of `logger`, but no requests. */
  readonly log?: Log
  /** Cheaper password hashing for tests. */
  readonly passwords?: Passwords
  /** Service types in place of those with the configured connectors, for tests. */
  readonly kinds?: RunnableKinds
  /** Called with the administrator that was created because none existed, as soon as it is stored. */
  readonly introduce?: (admin: NewAdmin) => void
}

async function kindsWith(named: readonly string[], log: Log): Promise<RunnableKinds> {
  const connectors = await loadConnectors({ named, from: process.cwd(), log })
  for (const name of replacedTypes(connectors)) {
    log(`Warning: the type '${name}' of a connector is ignored: this instance has that type built in.`, 'warn')
  }
  return createServiceKinds(connectors)
}

/** Opens an instance on its store, seeded and with all its routes, not listening yet. Throws if the store cannot be opened. */
export async function openApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { clock = systemClock } = options
  const { log, observers } = logOf(config, options)
  const prometheus = createPrometheus()
  const { instruments } = prometheus
  const tracing = await tracingOf(config, log)
  for (const warning of checkDataFolder(config)) log(`Warning: ${warning}`, 'warn')
  if (existsSync(config.dataFolder) && whyUnwritable(config.dataFolder) === null) closeToOthers(config.dataFolder)
  const kinds = options.kinds ?? (await kindsWith(config.connectors, log))
  const store = await openStore(config, clock, isWorker ? connectSiblings() : null)
  let stopParts = async () => {}
  try {
    await refuseLostSecret(store, config)
    const keys = openSecret(config)
    const stopFollowing = await followKeys(store, keys, log)
    const composed = compose(config, store, clock, log, keys, {
      passwords: options.passwords,
      kinds,
      instruments,
      tracing,
    })
    const { parts, gateway, findUploads, presentName, mcp, oauth, isInUse, importJournals, demo, close } = composed
    const { scheduler, runner, scriptQueue, deliveries, keyWarnings, operate } = composed
    stopParts = async () => {
      stopFollowing()
      await parts.background.idle()
      await close()
    }
    const newAdmin = await seed(parts)
    // Before anything else can fail: no later start knows the password.
    if (newAdmin !== null) options.introduce?.(newAdmin)
    if (config.demo) {
      const { fillDemo } = await import('./subjects/operation/demo/fill-demo.ts')
      await fillDemo(demo, newAdmin !== null)
    }
    const configuration = await applyAtStart({ config, store, operate, log })
    const { bodyLimit, trustedProxies, publicUrl, consoleFolder } = config
    const basePath = basePathOf(publicUrl)
    const timed = [...observers, requestMetrics(instruments, isInUse), parts.recordCall]
    const serverOptions = {
      bodyLimit,
      trustedProxies,
      log,
      observers: timed,
      arriving: new ArrivingBodies({ body: bodyLimit, ...config.arrivingBodies }),
      isToken: (text: string) => parts.tokens.describe(text) !== null,
    }
    const server = createServer({ ...serverOptions, basePath })
    const redis = config.redisUrl === null ? null : createRedisCheck(config.redisUrl, config.changesBy === 'redis')
    const storeVersion = watchStoreVersion(store, () => {
      for (const each of [scheduler, scriptQueue, deliveries, keyWarnings]) {
        each.close().catch((error: unknown) => log(`Stopping background jobs failed: ${messageOf(error)}`))
      }
    })
    const folders = store.engine.store.isShared
      ? watchSharedFolders({ store, kinds, dataFolder: config.dataFolder })
      : null
    const readiness = createReadiness([
      ...storeChecks(store),
      storeVersion.check,
      ...(redis === null ? [] : [redis]),
      ...(folders === null ? [] : [folders.check]),
      ...(configuration === null ? [] : [configuration]),
    ])
    addHealth(server, readiness)
    watchNode(instruments, { readiness, store })
    const metrics = config.metrics.port === null ? null : createServer({ ...serverOptions, observers: [] })
    addMetrics(metrics ?? server, {
      ...prometheus,
      text: isWorker ? metricsOfAllWorkers(prometheus) : prometheus.text,
      mayRead: metricsAccess(config.metrics.allow),
    })
    const { bounds } = config
    const api = {
      version: storeVersion,
      gateway,
      findUploads,
      presentName,
      corsRules: corsRules(store),
      tracing,
      bounds,
    }
    const known = await createKnownOrigins(store, parts.background, clock)
    const origins = ownOrigins(publicUrl, known)
    addApi(server, { ...api, origins })
    if (config.mcp) {
      const failed = (error: unknown) => log(`A call of an assistant failed unexpectedly: ${stackOf(error)}`)
      addMcp(server, { ...api, origins, publicUrl, door: mcp, failed })
      addOauth(server, oauth, origins)
      addReportAliases(server)
    }
    addStatus(server, store, config, origins)
    const isTaken = consoleFolder === null ? () => false : isConsolePage
    const files = createPublicFiles(store, parts.storageOf)
    const publicFile = publicFileSender(files.find, { isTaken, headers: sandboxHeaders })
    if (consoleFolder === null) addPublicFiles(server, publicFile)
    else {
      const settings = async () => settingsFor(await adminKey(store), config.console, basePath)
      addConsole(server, { folder: consoleFolder, basePath, settings, configured: config.console, publicFile })
    }
    const closing = new AbortController()
    const apps = createAppsServer(
      serverOptions,
      { ...api, origins: originsForApps(publicUrl, known, () => portOf(server)) },
      files,
    )
    if (config.appsUrl !== null) routeAppsHost(server, apps, config.appsUrl)
    apps.addHook('onListen', async () => parts.appsPlace.setListenerPort(portOf(apps)))
    let stopWatching = () => {}
    let stopLooking = () => {}
    server.addHook('onListen', async () => {
      stopWatching = watchState(readiness, log)
      const failed = (error: unknown) => log(`Could not compare the data folder with other nodes: ${messageOf(error)}`)
      stopLooking = folders?.start(failed) ?? stopLooking
      scriptQueue.start()
      deliveries.start()
      keyWarnings.start()
      importJournals.start()
      const abandoned = isAlone(store) ? Date.now() : Date.now() - abandonedAfter
      sweepDrafts(join(config.dataFolder, 'storage'), abandoned, closing.signal).catch((error: unknown) =>
        log(`Could not remove leftovers of aborted uploads: ${messageOf(error)}`),
      )
    })
    server.addHook('onClose', async () => {
      closing.abort()
      stopWatching()
      stopLooking()
      await apps.close()
      await metrics?.close()
      await stopParts()
      await redis?.close()
      await store.close()
      await tracing?.close()
    })
    return {
      server,
      apps,
      metrics,
      parts,
      readiness,
      scheduler,
      runner,
      scriptQueue,
      deliveries,
      keyWarnings,
      operate,
      close: () => server.close(),
    }
  } catch (error) {
    await stopParts()
    await store.close()
    throw error
  }
}

/** Milliseconds without a write after which an upload's draft file counts as abandoned, on any node. */
const abandonedAfter = 3_600_000

function portOf({ server }: FastifyInstance): number | null {
  const bound = server.address()
  return bound !== null && typeof bound === 'object' ? bound.port : null
}

/** Imported only if configured, so that other starts do not pay for it. */
async function tracingOf({ tracing }: Config, log: Log): Promise<Tracing | null> {
  if (tracing === null) return null
  const { createTracing } = await import('./platform/tracing/otlp.ts')
  return createTracing(tracing, log)
}

function logOf(config: Config, { logger, log }: AppOptions): { log: Log; observers: readonly RequestObserver[] } {
  if (log !== undefined) return { log, observers: [] }
  const whole = logger ?? createLogger(config.log)
  return { log: sentencesOf(whole), observers: [requestLog(whole)] }
}
