import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  fromACodeHost: 'From a code host',
  importFromACodeHost: 'Import from a code host',
  takesTheTextOfOne: 'Copies the text of one file. Nothing is saved yet.',
  cancel: 'Cancel',
  import: 'Import',
  enterTheAddressOfA: 'Enter the address of a file first.',
  addressOfTheFile: 'Address of the file',
  asTheCodeHostShows: 'As the code host shows it: owner, repository, branch and path.',
  username: 'Username',
  passwordOrToken: 'Password or token',
  goesToTheCodeHost: 'Sent to the code host with this request only, and never stored.',
  errorAuthenticationFailed: 'Error: Authentication failed.',
  errorTheFileCouldNot: 'Error: The file could not be found.',
  errorTheCodeHostDoes: 'Error: The code host did not respond, or its response is invalid.',
  errorInvalidFileFormatOnly: 'Error: Invalid file format. Only {formats} file format(s) allowed',
})
