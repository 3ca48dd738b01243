import type { Caller, Connector, ConnectorTools, Opening, Shapes } from '@millwright/connector/connector'
import { lineReason, messageOf } from '@millwright/connector/error-words'
import type { ApiDescription } from '@millwright/connector/openapi'
import { Problem } from '@millwright/contract/problem'
import { rejectSubscriptionByProgram } from '../../../access/required-rights.ts'
import { engines } from '../../../engines/engines.ts'
import { firebirdEngine } from '../../../engines/firebird/firebird-engine.ts'
import { oracleEngine } from '../../../engines/oracle/oracle-engine.ts'
import type { Service } from '../../../gateway/service.ts'
import { type ServiceKind, type ServiceParts, serviceKind } from '../../../gateway/service-kind.ts'
import { hostsOf, refusePrivateAddresses } from '../../../platform/outgoing/addressed-hosts.ts'
import { createRequestSender, openSender } from '../../../platform/outgoing/ask.ts'
import { openHttpLine } from '../../../platform/outgoing/http-line.ts'
import { currentRequest } from '../../../platform/tracing/request-context.ts'
import { version } from '../../../platform/version.ts'
import { writerOf } from '../../../records/system/authorship.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Caller as Asking } from '../../../request/caller.ts'
import { flag } from '../../../request/params.ts'
import { createDatabaseService } from '../../data/databases/database-service.ts'
import { createDocumentService } from '../../data/documents/document-service.ts'
import { createFileService } from '../../data/files/file-service.ts'
import { createCacheService } from '../caches/cache-service.ts'
import { type Guard, type Lazy, late, lateDocuments, lateService, lateStorage, lateValues } from './lazily.ts'

/** Returns the service type that a connector implements (docs/connectors.md). */
export function connectorKind(connector: Connector): ServiceKind {
  const { shape: _, load: __, settings, ...declared } = connector
  return serviceKind({ ...declared, config: settings, make: (serviceParts) => runBy(connector, serviceParts) })
}

function runBy(connector: Connector, serviceParts: ServiceParts): Service {
  const guard = guardOf(connector, serviceParts, patience)
  const opened = <T>(load: () => Promise<Opening<T>>) => late(() => openBy(load, connector, serviceParts))
  switch (connector.shape) {
    case 'files': {
      const storage = opened(connector.load)
      return createFileService(lateStorage(storage, guard, guardOf(connector, serviceParts, null)), serviceParts)
    }
    case 'cache':
      return createCacheService(serviceParts, lateValues(opened(connector.load), guard))
    case 'database': {
      const engine = opened(connector.load)
      const service = late(() => guard(async () => createDatabaseService(await engine.get(), serviceParts)))
      return lateService(service, guardOf(connector, serviceParts, null))
    }
    case 'documents':
      return createDocumentService(lateDocuments(opened(connector.load), guard), serviceParts)
    case 'messages':
    case 'api':
      return calledBy(opened(connector.load), { connector, guard, made: serviceParts })
  }
}

/** Timeout in milliseconds of calls without a file. */
const patience = 60_000

const always = ['', '*']

interface Called {
  readonly connector: Connector
  readonly guard: Guard
  readonly made: ServiceParts
}

function calledBy(caller: Lazy<Caller>, { connector, guard, made }: Called): Service {
  const { row } = made
  const components = () => guard(async () => [...always, ...((await (await caller.get()).components?.()) ?? [])])
  return {
    publicEndpoints: [],
    accessList: components,
    async handle(request) {
      const { verb, resource, params } = request
      const isList = verb === 'GET' && resource === '' && flag(params, 'as_access_list')
      if (isList) return { status: 200, body: { resource: await components() } }
      const answer = await guard(async () => (await caller.get()).handle(request))
      if (Number.isInteger(answer?.status)) return answer
      throw new Problem(503, `The service '${row.name}' did not respond.`)
    },
    ...(connector.describe === undefined && {
      describe: (descriptionOptions) =>
        guard(async () => (await (await caller.get()).describe?.(descriptionOptions)) ?? nothing),
    }),
    hear: async (event) => (await caller.get()).hear?.(event),
    onLoggedRequests: async (requests) => (await caller.get()).hearRequests?.(requests),
    close: async () => (await caller.made())?.close?.(),
  }
}

const nothing: ApiDescription = { paths: {}, components: {} }

/** Required functions of each shape. */
const functionsOf: Readonly<Record<keyof Shapes, readonly string[]>> = {
  database: ['open'],
  documents: ['collections', 'find', 'count', 'insert', 'update', 'remove', 'clear'],
  files: ['find', 'list', 'open', 'write', 'createFolder', 'removeFile', 'removeFolder', 'move'],
  cache: ['get', 'set', 'add', 'take'],
  messages: ['handle'],
  api: ['handle'],
}

async function openBy<T>(
  load: () => Promise<Opening<T>>,
  { name, shape }: Connector,
  serviceParts: ServiceParts,
): Promise<T> {
  const { row, config, host } = serviceParts
  try {
    const { open } = await load()
    const opened = await open(config, toolsOf(serviceParts))
    const missing = functionsOf[shape].find((each) => typeof Object(opened)[each] !== 'function')
    if (missing !== undefined) throw new Error(`open gives no function '${missing}'.`)
    return opened
  } catch (error) {
    if (error instanceof Problem) throw error
    host.log(`Starting the connector '${name}' for the service ${row.name}: ${messageOf(error)}`)
    throw new Problem(503, `The service '${row.name}' cannot be started.`, { cause: error })
  }
}

/** Returns the caller with current rights; full administrators stay unchanged. Rejects with 403 for programs, whose credential is not verified again. */
async function callerNow(caller: Asking, { parts }: ServiceParts['host']): Promise<Asking> {
  rejectSubscriptionByProgram(caller)
  const authority = await parts.authorities(writerOf(caller))
  return authority === null ? caller : authority.caller
}

function toolsOf({ row, host, health }: ServiceParts): ConnectorTools {
  return {
    service: row.name,
    version,
    refuse: (status, sentence) => new Problem(status >= 400 && status <= 599 ? status : 503, sentence),
    log: (sentence) => host.log(`${row.name}: ${sentence}`, 'warn'),
    ask: async (question, { longest, timeout, signal = new AbortController().signal }) => {
      const { allowPrivateHosts } = host.parts.config
      try {
        return await createRequestSender({ allowPrivateHosts, longest, timeout })(question, signal)
      } catch (error) {
        // The caller did not supply the host.
        throw error instanceof Problem && error.status === 400 ? new Problem(503, error.message) : error
      }
    },
    openHttp: openHttpLine,
    openSender,
    mayReach: async (address) => {
      if ((await host.parts.authorities(row.author)) === null) return
      await refusePrivateAddresses(hostsOf(address.href), host.parts.config.allowPrivateHosts)
    },
    health,
    call: host.call,
    eventOf: (request: ApiRequest) => ({ ...host.scripts.eventOf(request), requestId: currentRequest()?.id ?? null }),
    mayCallLater: ({ caller }: ApiRequest) => rejectSubscriptionByProgram(caller),
    callLater: async (request: ApiRequest) => host.call({ ...request, caller: await callerNow(request.caller, host) }),
    engines: Object.fromEntries([...engines, firebirdEngine, oracleEngine].map((engine) => [engine.name, engine])),
  }
}

/** Maps errors of a connector other than a `Problem`. `most`: timeout of a call in milliseconds; `null`: none. */
function guardOf({ name }: Connector, { row, host }: ServiceParts, most: number | null): Guard {
  return async (work) => {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const slow = new Problem(503, `The service '${row.name}' did not respond in time.`)
    const timer = most === null ? null : setTimeout(() => reject(slow), most)
    try {
      return await (timer === null ? work() : Promise.race([work(), late]))
    } catch (error) {
      if (error instanceof Problem) throw error
      const reason = error instanceof Error ? lineReason(error) : null
      if (reason === null) host.log(`The connector '${name}' failed for the service ${row.name}: ${messageOf(error)}`)
      const why = reason ?? 'its connector failed.'
      throw new Problem(503, `The service '${row.name}' cannot be used now: ${why}`, { cause: error })
    } finally {
      if (timer !== null) clearTimeout(timer)
    }
  }
}
