import { catalogue } from '../../language/catalogue.ts'

/** Texts about records that folders of configuration manage. */
export const managedMessages = catalogue({
  managedBy: 'Managed by {owner}.',
  managedIn: 'Managed by {owner}, in {file}.',
  overwrittenHelp: 'The next apply undoes changes made here.',
  lockedHelp: 'It can only be changed there.',
  copyYaml: 'Copy as YAML',
})
