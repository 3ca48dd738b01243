import { eventScriptFields } from '@millwright/contract/records/event-script'
import { hasGuardedEvent } from '../../../access/required-rights.ts'
import { scriptLanguages } from '../../../gateway/ports/script-runner.ts'
import { declareTable } from '../../../records/system/declared-table.ts'

const languages: ReadonlySet<string> = new Set(scriptLanguages)
const chosen = (sent: unknown) => (sent === '' || sent === 0 ? null : sent)
const emptied = (sent: unknown) => (typeof sent === 'string' && sent.trim() === '' ? null : sent)

/** Scripts that run at an event (docs/wire/scripts.md). */
export const eventScript = declareTable({
  table: 'event_script',
  label: 'Event Script',
  fields: eventScriptFields,
  key: 'name',
  keyType: 'text',
  authored: true,
  authority: {
    columns: {
      name: 'runs later',
      type: 'runs later',
      is_active: 'runs later',
      content: 'runs later',
      config: 'runs later',
      allow_event_modification: 'runs later',
      scm_reference: 'runs later',
      scm_repository: 'runs later',
      storage_path: 'runs later',
      storage_service_id: ['runs later', { names: 'service' }],
    },
    reserved: ({ name }) => guardedScriptProblem(String(name)),
  },
  columns: {
    type: {
      check: (value) => (languages.has(String(value)) ? null : `type must be one of ${scriptLanguages.join(', ')}.`),
    },
    config: {
      accept: (sent) => (sent !== null && typeof sent === 'object' ? JSON.stringify(sent) : emptied(sent)),
      check: (value) => (isJson(String(value)) ? null : 'config must be JSON.'),
    },
    storage_service_id: { references: 'service', accept: chosen },
    storage_path: { accept: emptied },
    scm_repository: { accept: emptied },
    scm_reference: { accept: emptied },
  },
})

/** Why scripts at an event are for full administrators; `null` if they are not. */
export function guardedScriptProblem(event: string): string | null {
  return hasGuardedEvent([event])
    ? "Scripts at events of the services 'system' and 'user' are for full administrators only."
    : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
