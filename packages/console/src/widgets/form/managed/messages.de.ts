import type { Translation } from '../../../language/catalogue.ts'
import type { managedMessages } from './messages.ts'

export const translation: Translation<typeof managedMessages> = {
  managedOwner: 'Verwaltet von {owner}.',
  managedFile: 'Verwaltet von {owner}, in {file}.',
  overwrittenHelp: 'Das nächste Anwenden macht Änderungen von hier rückgängig.',
  driftedFields: 'Seit dem letzten Anwenden geändert: {fields}.',
  lockedHelp: 'Nur dort kann es geändert werden.',
  copyYaml: 'Als YAML kopieren',
}
