import { maxValues, secretName } from '@millwright/connector/masked'
import { secretMask } from '@millwright/contract/records/lookup'
import { maskSecrets } from '../../../../access/hidden-values.ts'
import type { ScriptRun } from '../../../../gateway/ports/script-runner.ts'
import type { Background } from '../../../../platform/background.ts'
import { type Clock, isoMicros } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.ts'
import type { Vault } from '../../../../platform/vault.ts'
import type { Store } from '../../../../store/store.ts'
import { ignoreUnavailable } from '../../../../store/store-problems.ts'
import type { EventValue } from '../event-value.ts'
import { createEntryLog } from './entry-log.ts'

/** What is stored of a run (docs/wire/scripts.md), besides its id. */
interface LoggedRun {
  readonly date: string
  readonly duration_ms: number
  readonly ok: boolean
  readonly verb: string
  readonly path: string
  readonly user_id: number | null
  readonly output: string
  readonly error: RunError | null
}

export interface RunError {
  readonly message: string
  readonly status: number
  readonly code: number | null
  readonly line: number | null
  readonly kind: string
}

/** The request for which a script ran. */
export interface RunOccasion {
  readonly verb: string
  readonly path: string
  readonly userId: number | null
}

/** The latest runs of scripts, on all nodes. */
export interface RunLog {
  /** `hide` masks secrets in the output and error of the script. */
  add(script: string, run: ScriptRun, occasion: RunOccasion, hide?: (text: string) => string): void
  /** Newest first, with the members of the API. */
  of(script: string): Promise<readonly object[]>
  /** Resolves when all runs added so far are written. */
  flush(): Promise<void>
}

interface RunLogParts {
  readonly store: Store
  readonly vault: Vault
  readonly log: Log
  readonly clock: Clock
  readonly background: Background
}

const maxRuns = 20
const longestOutput = 4_000

export function createRunLog({ store, vault, log, clock, background }: RunLogParts): RunLog {
  const entries = createEntryLog({ store, vault, log }, { kind: 'run', most: maxRuns })
  forgetWithScripts(store, background)

  return {
    add(script, run, { verb, path, userId }, hide = (text) => text) {
      const error = errorOf(run)
      const logged: LoggedRun = {
        date: isoMicros(clock() - run.durationMs),
        duration_ms: run.durationMs,
        ok: run.ok,
        verb,
        path,
        user_id: userId,
        // Masks twice the length first, so that no secret is cut before it is recognized.
        output: hide(run.output.slice(0, 2 * longestOutput)).slice(0, longestOutput),
        error: error === null ? null : { ...error, message: hide(error.message) },
      }
      entries.add(script, logged)
    },
    of: async (script) => (await entries.of(script)).map(({ id, entry }) => ({ id, ...entry })),
    flush: entries.flush,
  }
}

/** Deletes the runs of deleted scripts and services. */
function forgetWithScripts({ db, changes }: Store, background: Background): void {
  let due = false
  changes.subscribe(({ table }) => {
    if (due || (table !== 'event_script' && table !== 'service')) return
    due = true
    background.start('Deleting old script runs', async () => {
      due = false
      await db
        .deleteFrom('script_entry')
        .where('kind', '=', 'run')
        .where('script', 'not in', (query) => query.selectFrom('event_script').select('name'))
        .where('script', 'not in', (query) => query.selectFrom('service').select('name'))
        .execute()
        .catch(ignoreUnavailable)
    })
  })
}

export function errorOf(run: ScriptRun): RunError | null {
  if (run.ok) return null
  const { message, status, code = null, line = null, kind } = run.error
  return { message, status, code, line, kind }
}

const sessionTokens = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g
/** Most secrets that are searched for in the output of a script. */
const maxSecrets = 200

/** Returns a function that masks in a text the secrets of the event, session tokens and the given secrets. */
export function hidingFrom(event: EventValue, secrets: Iterable<string>): (text: string) => string {
  return (text) =>
    text === '' ? text : maskSecrets(text.replace(sessionTokens, secretMask), [...secrets, ...secretsIn(event)])
}

function secretsIn(event: EventValue): string[] {
  const found: string[] = []
  const open: { readonly value: unknown; readonly secret: boolean }[] = [{ value: event, secret: false }]
  for (let seen = 0; seen < maxValues && found.length < maxSecrets; seen++) {
    const next = open.pop()
    if (next === undefined) break
    const { value, secret } = next
    if (secret && typeof value === 'string') found.push(value)
    if (typeof value !== 'object' || value === null) continue
    const isList = Array.isArray(value)
    for (const [name, each] of Object.entries(value).slice(0, maxValues)) {
      open.push({ value: each, secret: secret || (!isList && secretName.test(name)) })
    }
  }
  return found
}
