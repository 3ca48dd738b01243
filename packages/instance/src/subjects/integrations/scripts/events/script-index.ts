import { type ScriptLanguage, scriptLanguages } from '../../../../gateway/ports/script-runner.ts'
import type { Author } from '../../../../request/caller.ts'
import { invalidatedValue } from '../../../../store/changes.ts'
import type { Store } from '../../../../store/store.ts'
import { type Phase, scriptName, serviceIn } from '../../events/event-names.ts'
import type { SourcePlace } from '../source/script-source.ts'

/** An active script, as needed to run it. */
export interface ActiveScript {
  readonly name: string
  readonly phase: Phase
  readonly language: ScriptLanguage
  readonly place: SourcePlace
  /** Settings of the script. */
  readonly config: unknown
  /** Whether its changes to the event are applied. */
  readonly mayChange: boolean
  readonly author: Author
}

/** The scripts of one event, by phase. */
export type ScriptsAt = Readonly<Partial<Record<Phase, readonly ActiveScript[]>>>

/** The active scripts by event. A single lookup shows whether a request has any. */
export interface ScriptIndex {
  /** Lower-case names of services with event scripts. */
  readonly services: ReadonlySet<string>
  /** Scripts of a request's events, in their order; events without scripts are left out. */
  at(events: readonly string[]): readonly ScriptsAt[]
  /** `null`: no active script has this name. */
  named(name: string): ActiveScript | null
}

export interface ScriptIndexes {
  current(): ScriptIndex | Promise<ScriptIndex>
}

/** Loads the index when first needed, and again after a script changes. `changed` is called on such a change. */
export function createScriptIndexes(
  { db, changes }: Pick<Store, 'db' | 'changes'>,
  changed: () => void,
): ScriptIndexes {
  async function load(): Promise<ScriptIndex> {
    const rows = await db.selectFrom('event_script').selectAll().where('is_active', '=', 1).orderBy('name').execute()
    return indexScripts(rows.flatMap(scriptOf))
  }

  // Scripts can have their source in a service.
  return { current: invalidatedValue(changes, ['event_script', 'service'], load, changed) }
}

export function indexScripts(scripts: readonly ActiveScript[]): ScriptIndex {
  // Table names are case-insensitive, and so are their events.
  const byEvent = Map.groupBy(scripts, ({ name }) => scriptName(name).event.toLowerCase())
  const byPhase = new Map(
    [...byEvent].map(([event, there]): [string, ScriptsAt] => [event, Object.groupBy(there, ({ phase }) => phase)]),
  )
  return {
    services: new Set(scripts.map(({ name }) => serviceIn(name).toLowerCase())),
    named: (name) => scripts.find((script) => script.name === name) ?? null,
    at: (events) => events.flatMap((event) => byPhase.get(event.toLowerCase()) ?? []),
  }
}

interface StoredScript {
  readonly name: string
  readonly type: string
  readonly content: string | null
  readonly config: string | null
  readonly allow_event_modification: number
  readonly storage_service_id: number | null
  readonly storage_path: string | null
  readonly scm_repository: string | null
  readonly scm_reference: string | null
  readonly author_id: number | null
  readonly author_app_id: number | null
}

function scriptOf(row: StoredScript): ActiveScript[] {
  const language = scriptLanguages.find((each) => each === row.type)
  if (language === undefined) return []
  return [
    {
      name: row.name,
      phase: scriptName(row.name).phase,
      language,
      place: scriptPlace(row),
      config: row.config === null ? null : parsed(row.config),
      mayChange: row.allow_event_modification === 1,
      author: { userId: row.author_id, appId: row.author_app_id },
    },
  ]
}

type StoredPlace = 'content' | 'storage_service_id' | 'storage_path' | 'scm_repository' | 'scm_reference'

export function scriptPlace(row: Pick<StoredScript, StoredPlace>): SourcePlace {
  return {
    content: row.content,
    serviceId: row.storage_service_id,
    path: row.storage_path,
    repository: row.scm_repository,
    reference: row.scm_reference,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
