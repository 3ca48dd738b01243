import { Problem } from '@millwright/contract/problem'
import { substituteInValue, substituteLookups } from '../../access/lookup-substitution.ts'
import type { Config } from '../../config.ts'
import type { ApiRequest } from '../../gateway/api-request.ts'
import type { Log } from '../../log.ts'
import type { CallerLookups } from '../../parts.ts'
import type { ApiFor, ScriptCaller } from '../call-api.ts'
import { failed } from '../run/script-failure.ts'
import type { CallApi, ScriptRun, ScriptRunner } from '../run/script-runner.ts'
import { hidingFrom } from '../runs/masked.ts'
import type { RunLog, RunOccasion } from '../runs/run-log.ts'
import { scriptPlatform } from '../script-platform.ts'
import type { SourcePlace } from '../source/script-source.ts'
import type { EventValue } from './event-value.ts'
import type { ActiveScript } from './script-index.ts'

/** For whom, and for which call, a script runs. */
export type RunFor = ScriptCaller & Pick<ApiRequest, 'verb' | 'service' | 'resource'>

/** What is run: a saved script, or one that is tried. */
export type Runnable = Pick<ActiveScript, 'name' | 'language' | 'place' | 'config'>

interface RunParts {
  readonly runner: ScriptRunner
  readonly source: (name: string, place: SourcePlace) => Promise<string>
  readonly lookups: CallerLookups
  readonly config: Config
  readonly apiFor: ApiFor
  readonly runs: RunLog
  readonly log: Log
}

export interface RunOptions {
  readonly signal?: AbortSignal
  /** Instead of the calls that it would make. */
  readonly api?: CallApi
}

export interface RunScript {
  /** Runs a saved script and keeps how it went. Null: its source could not be had, so that it is left out. */
  saved(script: Runnable, event: EventValue, by: RunFor, signal?: AbortSignal): Promise<ScriptRun | null>
  /** Runs a source. */
  source(
    script: Omit<Runnable, 'place'>,
    source: string,
    event: EventValue,
    by: RunFor,
    options?: RunOptions,
  ): Promise<ScriptRun>
  /** Notes, in the script's runs and in the log, that and why it did not run. */
  leftOut(name: string, why: string, by: RunFor): void
}

/** Runs scripts at events, with lookup keys replaced in them (docs/wire/scripts.md). */
export function createRunScript({ runner, source: sourceOf, lookups, config, apiFor, runs, log }: RunParts): RunScript {
  async function run(
    { name, language, config: own }: Omit<Runnable, 'place'>,
    source: string,
    event: EventValue,
    by: RunFor,
    { signal, api }: RunOptions = {},
  ): Promise<ScriptRun> {
    const known = await lookups.of(by.caller, by.origin)
    const withPrivate = { withPrivate: true }
    return runner.run(
      {
        language,
        name,
        event,
        source: substituteLookups(source, known, withPrivate),
        platform: scriptPlatform(by.caller, known, config, substituteInValue(own, known, withPrivate)),
        api: api ?? apiFor(by),
        depth: by.scriptDepth ?? 0,
      },
      signal,
    )
  }

  async function sourceIfAny({ name, place }: Runnable, by: RunFor): Promise<string | null> {
    try {
      return await sourceOf(name, place)
    } catch (error) {
      const why = error instanceof Problem ? error.message : String(error)
      leftOut(name, `Its source cannot be read: ${why}`, by)
      return null
    }
  }

  function leftOut(name: string, why: string, by: RunFor): void {
    runs.add(name, failed('left-out', why), occasionOf(by))
    log(`The script ${name} is left out. ${why}`)
  }

  return {
    source: run,
    leftOut,
    async saved(script, event, by, signal) {
      const source = await sourceIfAny(script, by)
      if (source === null) return null
      const known = await lookups.of(by.caller, by.origin)
      const done = await run(script, source, event, by, signal === undefined ? {} : { signal })
      runs.add(script.name, done, occasionOf(by), hidingFrom(event, known.private.values()))
      if (!done.ok && done.error.kind !== 'thrown') log(`The script ${script.name} failed: ${done.error.message}`)
      return done
    },
  }
}

function occasionOf({ verb, service, resource, caller }: RunFor): RunOccasion {
  return { verb, path: resource === '' ? service : `${service}/${resource}`, userId: caller.user?.id ?? null }
}
