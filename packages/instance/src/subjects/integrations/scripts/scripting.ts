import type { SendRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import type { ScriptType } from '@millwright/contract/records/event-script'
import type { Forward, Interceptor } from '../../../gateway/gateway.ts'
import type { Identify, Parts } from '../../../gateway/parts.ts'
import type {
  AvailableLanguage,
  CallApi,
  ScriptHost,
  ScriptLanguage,
  ScriptRunner,
} from '../../../gateway/ports/script-runner.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { Log } from '../../../platform/log.ts'
import { createRequestSender } from '../../../platform/outgoing/ask.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { askedFields, flag, pick } from '../../../request/params.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import type { Impersonate } from '../../identity/people/caller-of.ts'
import type { EventCatalogue } from '../events/event-catalogue.ts'
import { isEventOf, scriptName, serviceIn } from '../events/event-names.ts'
import type { ServiceEvent } from '../events/event-paths.ts'
import type { ServicePaths } from '../events/service-paths.ts'
import { createCallApi } from './call-api.ts'
import { createEventScriptResource } from './event-script.ts'
import { type EventValue, eventValue, sessionForListeners } from './event-value.ts'
import { createEventScripts } from './events/event-scripts.ts'
import { type ActiveScript, createScriptIndexes } from './events/script-index.ts'
import type { RunnerOptions } from './run/create-script-runner.ts'
import { createRunScript } from './run-script.ts'
import { createQueueStore } from './runs/queue-store.ts'
import { createRecordings } from './runs/recordings.ts'
import { createRunLog } from './runs/run-log.ts'
import { createScriptQueue, type ScriptQueue } from './runs/script-queue.ts'
import { cachedSource, createReadSource } from './source/script-source.ts'
import { createSampleEvent } from './trial/sample-event.ts'
import { partsOfScripts } from './trial/script-parts.ts'
import { createTrial } from './trial/trial.ts'
import { createScriptValues } from './values/script-values.ts'

interface Scripting {
  readonly interceptor: Interceptor
  readonly resources: readonly SystemResource[]
  readonly queue: ScriptQueue
  /** Runs the scripts of an event that is not a request, after the request that caused it. `id`: of the affected `record`. */
  happened(request: ApiRequest, event: ServiceEvent, id: number, record: object): void
  /** Runs the scripts of script services. */
  readonly ofServices: ScriptHost
  /** Writes pending runs and recordings. */
  flush(): Promise<void>
}

interface ScriptingParts {
  readonly parts: Parts
  readonly log: Log
  readonly runner: ScriptRunner
  readonly paths: ServicePaths
  readonly impersonate: Impersonate
  readonly identify: Identify
  /** Passes a request to the gateway, which authorizes it and runs event scripts. */
  readonly forward: Forward
  /** The same without interceptors. */
  readonly callPlainly: Forward
  readonly registry: Pick<Registry, 'all' | 'find'>
  readonly catalogue: EventCatalogue
}

/** Most `platform.api` calls of one run. */
const maxCalls = 500

/** Resource limits of scripts, from the configuration. */
export function scriptBounds({ scripts, dataFolder }: Pick<Config, 'scripts' | 'dataFolder'>): RunnerOptions {
  const { timeout, memory, processes } = scripts
  return { bounds: { time: timeout * 1000, memory, calls: maxCalls }, processes, hidden: dataFolder }
}

/** Event scripts: their resource, the interceptor that runs them around requests, and the queue (docs/wire/scripts.md). */
export function createScripting(scriptingParts: ScriptingParts): Scripting {
  const { parts, log, runner, paths, impersonate, forward, callPlainly, registry, catalogue } = scriptingParts
  const { store, clock, config, caches, lookups, authorities, vault } = parts
  const longest = config.bodyLimit
  const serviceById = async (id: number) => (await registry.all()).find((service) => service.id === id) ?? null
  const runs = createRunLog({ store, vault, log, clock, background: parts.background })
  const recordings = createRecordings({ store, vault, log, clock })
  const indexes = createScriptIndexes(store, caches.scripts.clear)
  const readSource = createReadSource({ call: callPlainly, serviceById, longest })
  const outside = createCallOutside(createRequestSender({ allowPrivateHosts: config.allowPrivateHosts, longest }))
  const apiFor = createCallApi({
    forward,
    outside,
    values: createScriptValues(store, vault),
    longest,
    log,
    uploads: async (service) => (await registry.find(service))?.service.takesUpload ?? null,
    recordCall: parts.recordCall,
  })
  const source = cachedSource(readSource, caches.scripts)
  const run = createRunScript({ runner, source, lookups, authorities, serviceById, config, apiFor, runs, log })
  const queueStore = createQueueStore(store, vault, clock)
  const queue = createScriptQueue({
    store: queueStore,
    clock,
    log,
    run,
    impersonate,
    authorities,
    timeout: config.scripts.timeout,
    most: config.scripts.queue,
    script: async (name) =>
      (await indexes.current()).named(name) ?? (await registry.find(name.toLowerCase()))?.service.script ?? null,
  })

  const sample = createSampleEvent({ catalogue, paths, call: callPlainly })
  const trial = createTrial({ run, apiFor, lookups, readSource, sample, longest })
  const below = partsOfScripts({ clock, runs, recordings, sample, queue: queueStore, trial })

  async function nameProblem(name: string): Promise<string | null> {
    const wanted = serviceIn(name).toLowerCase()
    const service = (await registry.all()).find((each) => each.name.toLowerCase() === wanted) ?? null
    const known = service === null ? null : await paths.of(service)
    if (service !== null && known !== null && isEventOf(service.name, known, name)) return null
    return `name must be the name of an event; '${scriptName(name).event}' is not one.`
  }

  /** Failing to queue a script does not fail the request, which is already done. */
  async function keepForLater({ name }: ActiveScript, event: EventValue, request: ApiRequest): Promise<void> {
    try {
      await queue.add(name, event, request)
    } catch (error) {
      const why = error instanceof Problem ? error.message : String(error)
      run.leftOut(name, `It could not be queued: ${why}`, request)
    }
  }

  async function runAll(request: ApiRequest, names: readonly string[], record: object): Promise<void> {
    const at = (await indexes.current()).at(names)
    const scripts = at.flatMap(({ plain, queued }) => plain ?? queued ?? [])
    for (const script of scripts) await keepForLater(script, eventValue(request, record, null), request)
  }

  return {
    happened(request, { name }, id, record) {
      parts.background.start(`Scripts at ${name}`, () =>
        runAll(request, [name, name.replace('{id}', String(id))], record),
      )
    },
    interceptor: createEventScripts({
      indexes,
      paths,
      run,
      recordings,
      longest,
      identify: scriptingParts.identify,
      queue: keepForLater,
    }),
    resources: [createEventScriptResource(parts, { nameProblem, parts: below }), createScriptTypeResource(runner)],
    queue,
    ofServices: {
      run: run.saved,
      queue: queue.add,
      eventOf: (request) => ({
        event: eventValue(request, request.resource, null),
        session: sessionForListeners(request),
      }),
    },
    async flush() {
      await runs.flush()
      await recordings.flush()
    },
  }
}

/** Calls of scripts to absolute URLs: plain HTTP, under the rules for URLs that callers name (docs/wire/scripts.md). */
function createCallOutside(ask: SendRequest): CallApi {
  return async ({ verb, path, payload, headers, parameters }, signal) => {
    const address = URL.parse(path)
    if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:')) {
      throw new Problem(400, 'The URL must begin with http:// or https://.')
    }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    const body = payload === undefined || payload === null ? undefined : textOf(payload)
    const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
    const typed =
      body === undefined || named.has('content-type') ? headers : { ...headers, 'content-type': 'application/json' }
    const answer = await ask({ verb, address, headers: typed, body }, signal)
    return {
      status: answer.status,
      contentType: answer.headers['content-type'] ?? null,
      headers: answer.headers,
      body: answer.body.toString('utf8'),
    }
  }
}

const textOf = (payload: unknown) => (typeof payload === 'string' ? payload : JSON.stringify(payload))

const columns = [
  'name',
  'label',
  'description',
  'sandboxed',
  'supports_inline_execution',
  'available',
  'version',
] as const

const described: Readonly<Record<ScriptLanguage, { readonly label: string; readonly description: string }>> = {
  nodejs: {
    label: 'Node.js',
    description: 'Scripts in JavaScript, in a process that reaches neither files nor the network.',
  },
  php: { label: 'PHP', description: 'Scripts in PHP, in a process of their own.' },
  python: { label: 'Python', description: 'Scripts in what the command python starts, in a process of their own.' },
  python3: { label: 'Python3', description: 'Scripts in Python 3, in a process of their own.' },
}

/** `system/script_type`: the script languages and whether this machine runs them (docs/wire/scripts.md). */
function createScriptTypeResource(runner: Pick<ScriptRunner, 'languages'>): SystemResource {
  return {
    name: 'script_type',
    label: 'Script Types',
    description: 'The languages that scripts can be written in.',
    singleton: false,
    keeps: 'nothing',
    readOnly: true,
    async handle({ verb, params }, [name, ...rest]) {
      if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on 'script_type'.`)
      const fields = askedFields(params, columns, columns)
      const types = (await runner.languages()).map(typeOf)
      if (name === undefined) {
        const resource = flag(params, 'as_list')
          ? types.map((type) => type.name)
          : types.map((type) => pick(type, fields))
        return { status: 200, body: { resource } }
      }
      const found = rest.length === 0 ? types.find((type) => type.name === name) : undefined
      if (found === undefined) throw new Problem(404, `Script type '${[name, ...rest].join('/')}' not found.`)
      return { status: 200, body: pick(found, fields) }
    },
  }
}

function typeOf({ name, version }: AvailableLanguage): ScriptType & Record<string, unknown> {
  const available = version !== null
  return { name, ...described[name], sandboxed: true, supports_inline_execution: false, available, version }
}
