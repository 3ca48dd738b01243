import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the list of CORS entries. */
export const corsMessages = catalogue({
  module: 'CORS',
  purpose: 'Which origins may request which paths of this instance from a browser.',
  nothingSelected: 'No host selected.',
  defaultName:
    "Entries should have a unique path pattern. Please rename your entry to something other than the default 'new' name.",
  nameMissing: 'Path is a required field.',
  created: 'CORS entry created successfully.',
  updated: 'CORS entry updated successfully.',
  deleted: 'CORS entry deleted successfully.',
  empty: 'No CORS entries. Requests from other origins follow the default of this server.',
})
