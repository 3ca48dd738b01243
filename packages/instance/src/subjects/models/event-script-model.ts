import { eventScriptFields } from '@millwright/contract/records/event-script'
import { scriptLanguages } from '../../gateway/ports/script-runner.ts'
import { declareTable } from '../../records/system/declared-table.ts'

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
  authored: [
    'type',
    'content',
    'config',
    'allow_event_modification',
    'storage_service_id',
    'storage_path',
    'scm_repository',
    'scm_reference',
  ],
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
