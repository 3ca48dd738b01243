import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  codeHostAction: 'From a code host',
  importTitle: 'Import from a code host',
  importHelp: 'Copies the text of one file. Nothing is saved yet.',
  addressMissing: 'Enter the address of a file first.',
  fileAddress: 'Address of the file',
  fileAddressHelp: 'As the code host shows it: owner, repository, branch and path.',
  passwordOrToken: 'Password or token',
  tokenHelp: 'Sent to the code host with this request only, and never stored.',
  errorAuthenticationFailed: 'Error: Authentication failed.',
  fileNotFound: 'Error: The file could not be found.',
  hostAway: 'Error: The code host did not respond, or its response is invalid.',
  formatInvalid: 'Error: Invalid file format. Only {formats} file format(s) allowed',
})
