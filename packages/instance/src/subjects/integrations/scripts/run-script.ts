import { randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { decide, narrowedCaller } from '../../../access/decide.ts'
import type { Authorities, CallerLookups } from '../../../gateway/parts.ts'
import type { CallApi, ScriptPlatform, ScriptRun, ScriptRunner } from '../../../gateway/ports/script-runner.ts'
import type { ServiceRow } from '../../../gateway/service-kind.ts'
import type { Log } from '../../../platform/log.ts'
import { type Lookups, substituteInValue, substituteLookups } from '../../../platform/lookup-substitution.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { version } from '../../../platform/version.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Authority, Caller } from '../../../request/caller.ts'
import { type ApiFor, type ScriptCaller, takingOwnUrls } from './call-api.ts'
import type { EventValue } from './event-value.ts'
import { authorProblem } from './events/author-problem.ts'
import type { ActiveScript } from './events/script-index.ts'
import { failed } from './run/script-failure.ts'
import { hidingFrom, type RunLog, type RunOccasion } from './runs/run-log.ts'
import type { NamedSource } from './source/script-source.ts'

/** The caller and request for which a script runs. */
export type RunFor = ScriptCaller & Pick<ApiRequest, 'verb' | 'service' | 'resource'>

/** A saved script, or one in a trial. A script without a phase belongs to a script service. */
export type Runnable = Pick<ActiveScript, 'name' | 'language' | 'place' | 'config' | 'author'> &
  Partial<Pick<ActiveScript, 'phase'>>

interface RunParts {
  readonly runner: ScriptRunner
  readonly source: NamedSource
  readonly lookups: CallerLookups
  readonly authorities: Authorities
  /** `null`: no such service. */
  readonly serviceById: (id: number) => Promise<Pick<ServiceRow, 'author'> | null>
  readonly config: Config
  readonly apiFor: ApiFor
  readonly runs: RunLog
  readonly log: Log
}

export interface RunOptions {
  readonly signal?: AbortSignal
  /** Replaces the usual `platform.api`. */
  readonly api?: (by: ScriptCaller) => CallApi
}

export interface RunScript {
  /**
   * Runs a saved script and logs the run. `null` if the script is skipped, because its source cannot be read or its author
   * could not make the request.
   */
  saved(script: Runnable, event: EventValue, by: RunFor, signal?: AbortSignal): Promise<ScriptRun | null>
  /** Runs a source text. `author`: `null` for a full administrator. */
  source(
    script: Omit<Runnable, 'place' | 'author'>,
    source: string,
    event: EventValue,
    by: RunFor,
    author: Authority | null,
    options?: RunOptions,
  ): Promise<ScriptRun>
  /** Throws a 403 if a restricted author, or the caller, may not make the request into which the script changed another. */
  refuseExcess(script: Runnable, changed: ApiRequest): Promise<void>
  /** Records in the script's runs and in the log that and why it was skipped. */
  leftOut(name: string, why: string, by: RunFor): void
}

/** Runs scripts with lookup keys replaced (docs/wire/scripts.md). */
export function createRunScript(parts: RunParts): RunScript {
  const { runner, source: sourceOf, lookups, authorities, serviceById, config, apiFor, runs, log } = parts

  async function run(
    { name, language, config: own }: Omit<Runnable, 'place' | 'author'>,
    source: string,
    event: EventValue,
    trigger: RunFor,
    author: Authority | null,
    { signal, api = apiFor }: RunOptions = {},
  ): Promise<ScriptRun> {
    const by = runAs(trigger, author)
    const known = await lookupsFor(trigger, author)
    // Scripts must not expose private values to authors who cannot read them.
    const options = { withPrivate: author === null }
    const platform = scriptPlatform(
      by.caller,
      author === null ? await lookups.of(by.caller, by.origin) : known,
      config,
      substituteInValue(own, known, options),
    )
    return runner.run(
      {
        language,
        name,
        event,
        source: substituteLookups(source, await codeLookups(trigger, author), options),
        platform,
        api: takingOwnUrls(api(by), [platform.session.api_key, platform.session.session_token]),
        depth: by.scriptDepth ?? 0,
      },
      signal,
    )
  }

  /** The caller's lookup keys, limited to those written by full administrators; for scripts of other authors, the author's own. */
  function lookupsFor({ caller, origin }: RunFor, author: Authority | null): Promise<Lookups> {
    return author === null ? lookups.of(caller, origin, 'trusted') : lookups.of(author.caller, origin)
  }

  /** Lookup keys in a source text become code, so others must not set their values. */
  function codeLookups({ caller, origin }: RunFor, author: Authority | null): Promise<Lookups> {
    return lookups.of(author === null ? caller : author.caller, origin, 'code')
  }

  /** The author of the script, or of the service from which its source is read, whichever is restricted. */
  async function authorOf({ author, place }: Runnable): Promise<Authority | null> {
    const own = await authorities(author)
    if (own !== null || place.serviceId === null) return own
    const service = await serviceById(place.serviceId)
    return service === null ? null : await authorities(service.author)
  }

  async function sourceIfAny({ name, place }: Runnable, by: RunFor, author: Authority | null): Promise<string | null> {
    try {
      return await sourceOf(name, place, author?.caller ?? null)
    } catch (error) {
      const why = error instanceof Problem ? error.message : String(error)
      leftOut(name, `Its source cannot be read: ${why}`, by)
      return null
    }
  }

  function leftOut(name: string, why: string, by: RunFor): void {
    runs.add(name, failed('left-out', why), occasionOf(by))
    log(`The script ${name} was skipped. ${why}`)
  }

  return {
    source: run,
    leftOut,
    async refuseExcess(script, changed) {
      const author = await authorOf(script)
      if (author === null || (decide(changed, []).allowed && authorProblem(author, changed) === null)) return
      const what = `${changed.verb} request, which its author or its caller may not make`
      throw new Problem(403, `The script ${script.name} changed the request to a ${what}.`)
    },
    async saved(script, event, by, signal) {
      const author = await authorOf(script)
      const problem = author === null || script.phase === undefined ? null : authorProblem(author, by)
      if (problem !== null) {
        runs.add(script.name, failed('left-out', problem), occasionOf(by))
        return null
      }
      const source = await sourceIfAny(script, by, author)
      if (source === null) return null
      const known = await lookupsFor(by, author)
      const done = await run(script, source, event, by, author, signal === undefined ? {} : { signal })
      runs.add(script.name, done, occasionOf(by), hidingFrom(event, known.private.values()))
      if (!done.ok && done.error.kind !== 'thrown') log(`The script ${script.name} failed: ${done.error.message}`)
      return done
    },
  }
}

/** Limits the caller to the access of the author, and drops the session token. */
function runAs(by: RunFor, author: Authority | null): RunFor {
  if (author === null) return by
  const caller = narrowedCaller(by.caller, author)
  return { ...by, caller, sentToken: caller === by.caller ? by.sentToken : null, valuesOf: author.author }
}

function occasionOf({ verb, service, resource, caller }: RunFor): RunOccasion {
  return { verb, path: resource === '' ? service : `${service}/${resource}`, userId: caller.user?.id ?? null }
}

/**
 * The values of `platform.session` and `platform.config` (docs/wire/scripts.md): no real tokens and API keys and no private lookup keys, as
 * scripts call the API as their caller without them. `api_key` and `session_token` are values that scripts written for other platforms pass
 * on in their calls, where they only show that a URL is one of this instance; they mean nothing anywhere else. If the author's access
 * limits the caller's, the script sees only the caller's id. `own`: the settings of the script.
 */
function scriptPlatform(caller: Caller, lookups: Lookups, config: Config, own: unknown): ScriptPlatform {
  const { role, app, narrowedBy } = caller
  return {
    session: {
      user: narrowedBy === undefined ? userOf(caller) : strangerOf(caller),
      // Scripts read `role.name` for every caller, including administrators without a role.
      role: role === null || role.id === 0 ? {} : { id: role.id, name: role.name },
      app: app === null ? null : { id: app.id, name: app.name },
      lookup: Object.fromEntries(lookups.open),
      api_key: app === null ? null : randomUUID(),
      session_token: caller.user === null ? null : randomUUID(),
    },
    config: {
      version,
      instance_name: config.console.name ?? null,
      api_version: '2.0',
      script: own ?? null,
    },
  }
}

function userOf({ user }: Caller) {
  if (user === null) return null
  const { id, name, username, first_name, last_name, email, is_sys_admin } = user
  return { id, name, username, first_name, last_name, email, is_sys_admin }
}

function strangerOf({ user }: Caller) {
  if (user === null) return null
  const nothing = { name: null, username: null, first_name: null, last_name: null, email: null, is_sys_admin: false }
  return { id: user.id, ...nothing }
}
