import type { EventScript } from '@millwright/contract/records/event-script'
import type { LinkValues } from '../../widgets/code/script-source/script-link.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'

/** The script of an event: stored, or a draft. */
export interface OpenScript {
  readonly name: string
  readonly stored: Partial<EventScript> | null
}

/** The form values of a script. */
export type ScriptDraft = LinkValues & {
  readonly type: string
  readonly is_active: boolean
  readonly allow_event_modification: boolean
  readonly content: string
  /** JSON text. */
  readonly config: string
}

export const scriptLabels = {
  get type() {
    return t.scriptType
  },
  get is_active() {
    return tabWords.active
  },
  get allow_event_modification() {
    return t.allowModification
  },
  get content() {
    return tabWords.script
  },
  get storage_service_id() {
    return t.linkedService
  },
  get scm_repository() {
    return t.repository
  },
  get scm_reference() {
    return t.branchOrTag
  },
  get storage_path() {
    return tabWords.path
  },
  get config() {
    return t.configuration
  },
}

export function toScriptDraft(open: OpenScript | null): ScriptDraft {
  const stored = open?.stored ?? {}
  return {
    type: stored.type ?? 'nodejs',
    is_active: stored.is_active === true,
    allow_event_modification: stored.allow_event_modification === true,
    content: isLinked(stored) ? '' : (stored.content ?? ''),
    storage_service_id: stored.storage_service_id ? String(stored.storage_service_id) : '',
    scm_repository: stored.scm_repository ?? '',
    scm_reference: stored.scm_reference ?? '',
    storage_path: stored.storage_path ?? '',
    config: textOf(stored.config),
  }
}

/** The body of a save: complete, since servers may clear properties that are missing. */
export function fromScriptDraft(name: string, draft: ScriptDraft): object {
  const linked = draft.storage_service_id !== ''
  const text = (value: string) => (linked && value.trim() !== '' ? value.trim() : null)
  return {
    name,
    type: draft.type,
    is_active: draft.is_active,
    allow_event_modification: draft.allow_event_modification,
    content: linked ? '' : draft.content,
    storage_service_id: linked ? Number(draft.storage_service_id) : null,
    scm_repository: text(draft.scm_repository),
    scm_reference: text(draft.scm_reference),
    storage_path: text(draft.storage_path),
    config: draft.config.trim() === '' ? null : draft.config,
  }
}

export function checkScript({ config }: ScriptDraft): FormProblem | null {
  if (config.trim() === '' || isObject(config)) return null
  return { fields: { config: t.configWrong }, general: [] }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function isLinked({ storage_service_id }: Partial<EventScript>): boolean {
  return storage_service_id !== null && storage_service_id !== undefined && storage_service_id !== 0
}

/** Some servers return an object instead of JSON text. */
function textOf(config: unknown): string {
  if (config === null || config === undefined) return ''
  return typeof config === 'string' ? config : JSON.stringify(config, null, 2)
}
