/** What one of the three lists of entries says; the questions, answers and refusals are the ones people know. */
export interface EntryMessages {
  /** Title of notifications. */
  readonly module: string
  readonly purpose: string
  readonly nothingSelected: string
  readonly defaultName: string
  readonly nameMissing: string
  readonly created: string
  readonly updated: string
  readonly deleted: string
  /** Where nothing is there yet. */
  readonly empty: string
}

export const deleteQuestion = (name: string) => `Delete ${name}?`

export const cacheMessages = {
  module: 'Cache',
  purpose: 'What services remember for a while so that they answer faster. Flushing has them read it again.',
  flushedAll: 'System-wide cache flushed.',
  flushedOne: (label: string) => `${label} service cache flushed.`,
  empty: 'No service has a cache.',
}

export const twoStepMessages = {
  module: 'Two-Step Sign-In',
  purpose: 'Besides the password, a code from an app or a passkey proves who signs in.',
  saved: 'Two-step sign-in saved.',
}

export const corsMessages: EntryMessages = {
  module: 'CORS',
  purpose: 'Which pages of other origins may call which paths of this instance from a browser.',
  nothingSelected: 'No host selected.',
  defaultName:
    "Entries should have a unique path pattern. Please rename your entry to something other than the default 'new' name.",
  nameMissing: 'Path is a required field.',
  created: 'CORS entry created successfully.',
  updated: 'CORS entry updated successfully.',
  deleted: 'CORS entry deleted successfully.',
  empty: 'No page of another origin may call this instance yet.',
}

export const templateMessages: EntryMessages = {
  module: 'Email Templates',
  purpose: 'What the e-mails of this instance say: invitations, registrations, password resets and your own.',
  nothingSelected: 'No email template selected.',
  defaultName: 'Email templates should have a unique name. Please choose a name other than the default.',
  nameMissing: 'Template Name is a required field.',
  created: 'Email template created successfully.',
  updated: 'Email template updated successfully.',
  deleted: 'Email template deleted successfully.',
  empty: 'There are no e-mail templates yet.',
}

export const lookupMessages: EntryMessages = {
  module: 'Global Lookup Keys',
  purpose:
    'Names in braces that stand for values throughout the instance: in service settings, e-mails and role filters.',
  nothingSelected: 'No lookup key selected.',
  defaultName: 'Lookup keys should have a unique name. Please choose a name other than the default.',
  nameMissing: 'Lookup keys should have a unique name. Please name your key.',
  created: 'Lookup key created successfully.',
  updated: 'Lookup key updated successfully.',
  deleted: 'Lookup key deleted successfully.',
  empty: 'There are no global lookup keys yet.',
}
