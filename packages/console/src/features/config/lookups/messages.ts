import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the list of global lookup keys. */
export const lookupMessages = catalogue({
  module: 'Global Lookup Keys',
  purpose: 'Values that service settings, emails and role filters refer to by a name in braces.',
  nothingSelected: 'No lookup key selected.',
  defaultName: 'Lookup keys should have a unique name. Please choose a name other than the default.',
  nameMissing: 'Lookup keys should have a unique name. Please name your key.',
  created: 'Lookup key created successfully.',
  updated: 'Lookup key updated successfully.',
  deleted: 'Lookup key deleted successfully.',
  empty: 'No global lookup keys yet.',
})
