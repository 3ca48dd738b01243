import { Problem } from '@millwright/contract/problem'
import type { Forward } from '../../gateway/gateway.ts'
import type { Interceptor } from '../../gateway/interceptor.ts'
import type { Parts } from '../../gateway/parts.ts'
import type { ScriptHost } from '../../gateway/ports/script-host.ts'
import type { ScriptRunner } from '../../gateway/ports/script-runner.ts'
import type { Registry } from '../../gateway/registry.ts'
import type { Log } from '../../platform/log.ts'
import { createAsk } from '../../platform/outgoing/ask.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import type { EventCatalogue } from '../events/event-catalogue.ts'
import { isEventOf, scriptName, serviceIn } from '../events/event-names.ts'
import type { ServiceEvent } from '../events/event-paths.ts'
import type { ServicePaths } from '../events/service-paths.ts'
import type { Suppose } from '../people/supposed-caller.ts'
import type { SystemResource } from '../system/system-resource.ts'
import { createCallApi } from './call-api.ts'
import { createCallOutside } from './call-outside.ts'
import { createEventScriptResource } from './event-script.ts'
import { type EventValue, eventValue } from './event-value.ts'
import { createEventScripts } from './events/event-scripts.ts'
import { type ActiveScript, createScriptIndexes } from './events/script-index.ts'
import type { RunnerOptions } from './run/create-script-runner.ts'
import { createRunScript } from './run-script.ts'
import { createQueueStore } from './runs/queue-store.ts'
import { createRecordings } from './runs/recordings.ts'
import { createRunLog } from './runs/run-log.ts'
import { createScriptQueue, type ScriptQueue } from './runs/script-queue.ts'
import { createScriptTypeResource } from './script-type.ts'
import { cachedSource, createReadSource } from './source/script-source.ts'
import { createSampleEvent } from './trial/sample-event.ts'
import { partsOfScripts } from './trial/script-parts.ts'
import { createTrial } from './trial/trial.ts'
import { createScriptValues } from './values/script-values.ts'

interface Scripting {
  readonly interceptor: Interceptor
  readonly resources: readonly SystemResource[]
  readonly queue: ScriptQueue
  /** Runs the scripts of what is no request, after the request that caused it. `id`: of what it happened to, which `record` is. */
  happened(request: ApiRequest, event: ServiceEvent, id: number, record: object): void
  /** Runs the scripts of services. */
  readonly ofServices: ScriptHost
  /** Writes what is still to be kept of scripts. */
  flush(): Promise<void>
}

interface ScriptingParts {
  readonly parts: Parts
  readonly log: Log
  readonly runner: ScriptRunner
  readonly paths: ServicePaths
  readonly suppose: Suppose
  /** The gateway from "authorize" on, scripts at events included. */
  readonly forward: Forward
  /** The same without what steps into requests. */
  readonly callPlainly: Forward
  readonly registry: Pick<Registry, 'all' | 'find'>
  readonly catalogue: EventCatalogue
}

/** Calls of `platform.api` that one run may make. */
const mostCalls = 500

/** What scripts may take, by the settings. */
export function scriptBounds({ scripts, dataFolder }: Pick<Config, 'scripts' | 'dataFolder'>): RunnerOptions {
  const { timeout, memory, processes } = scripts
  return { bounds: { time: timeout * 1000, memory, calls: mostCalls }, processes, hidden: dataFolder }
}

/** Scripts at events: their resource, what runs them around requests, and what waits to be run (docs/wire/scripts.md). */
export function createScripting(given: ScriptingParts): Scripting {
  const { parts, log, runner, paths, suppose, forward, callPlainly, registry, catalogue } = given
  const { store, clock, config, caches, lookups, authorities, vault } = parts
  const longest = config.bodyLimit
  const serviceById = async (id: number) => (await registry.all()).find((service) => service.id === id) ?? null
  const runs = createRunLog({ store, vault, log, clock, background: parts.background })
  const recordings = createRecordings({ store, vault, log, clock })
  const indexes = createScriptIndexes(store, caches.scripts.clear)
  const readSource = createReadSource({ call: callPlainly, serviceById, longest })
  const outside = createCallOutside(createAsk({ allowPrivateHosts: config.allowPrivateHosts, longest }))
  const apiFor = createCallApi({ forward, outside, values: createScriptValues(store, vault), longest })
  const source = cachedSource(readSource, caches.scripts)
  const run = createRunScript({ runner, source, lookups, authorities, serviceById, config, apiFor, runs, log })
  const queueStore = createQueueStore(store, vault, clock)
  const queue = createScriptQueue({
    store: queueStore,
    clock,
    log,
    run,
    suppose,
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
    return `name has to be that of an event, which '${scriptName(name).event}' is not.`
  }

  /** The work is done, and its answer is not worth less because a script will not run after it. */
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
      queue: keepForLater,
    }),
    resources: [createEventScriptResource(parts, { nameProblem, parts: below }), createScriptTypeResource(runner)],
    queue,
    ofServices: { run: run.saved, queue: queue.add },
    async flush() {
      await runs.flush()
      await recordings.flush()
    },
  }
}
