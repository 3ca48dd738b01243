import { catalogue } from '../../../language/catalogue.ts'

/** Texts about records that folders of configuration manage. */
export const managedMessages = catalogue({
  managedOwner: 'Managed by {owner}.',
  managedFile: 'Managed by {owner}, in {file}.',
  overwrittenHelp: 'The next apply undoes changes made here.',
  driftedFields: 'Changed since the last apply: {fields}.',
  lockedHelp: 'It can only be changed there.',
  copyYaml: 'Copy as YAML',
})
