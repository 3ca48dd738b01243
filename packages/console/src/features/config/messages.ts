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
  purpose: 'Services cache data to answer faster. Flushing a cache makes them read it again.',
  flushedAll: 'System-wide cache flushed.',
  flushedOne: (label: string) => `${label} service cache flushed.`,
  empty: 'No service has a cache.',
}

export const twoStepMessages = {
  module: 'Two-Step Sign-In',
  purpose: 'A second step after the password: a code from an app, or a passkey.',
  saved: 'Two-step sign-in saved.',
}

export const corsMessages: EntryMessages = {
  module: 'CORS',
  purpose: 'Which origins may call this instance from a browser, and which paths.',
  nothingSelected: 'No host selected.',
  defaultName:
    "Entries should have a unique path pattern. Please rename your entry to something other than the default 'new' name.",
  nameMissing: 'Path is a required field.',
  created: 'CORS entry created successfully.',
  updated: 'CORS entry updated successfully.',
  deleted: 'CORS entry deleted successfully.',
  empty: 'No CORS rules: cross-origin requests are blocked.',
}

export const templateMessages: EntryMessages = {
  module: 'Email Templates',
  purpose: 'Texts of invitations, registrations, password resets and your own e-mails.',
  nothingSelected: 'No email template selected.',
  defaultName: 'Email templates should have a unique name. Please choose a name other than the default.',
  nameMissing: 'Template Name is a required field.',
  created: 'Email template created successfully.',
  updated: 'Email template updated successfully.',
  deleted: 'Email template deleted successfully.',
  empty: 'No e-mail templates yet.',
}

export const webhookMessages: EntryMessages = {
  module: 'Webhooks',
  purpose: 'Other servers are told of events by signed HTTP requests.',
  nothingSelected: 'No webhook selected.',
  defaultName: 'Webhooks should have a unique name. Enter a name other than the default.',
  nameMissing: 'Name is a required field.',
  created: 'Webhook created.',
  updated: 'Webhook updated.',
  deleted: 'Webhook deleted.',
  empty: 'No webhooks yet.',
}

export const lookupMessages: EntryMessages = {
  module: 'Global Lookup Keys',
  purpose: 'Values that service settings, e-mails and role filters refer to by a name in braces.',
  nothingSelected: 'No lookup key selected.',
  defaultName: 'Lookup keys should have a unique name. Please choose a name other than the default.',
  nameMissing: 'Lookup keys should have a unique name. Please name your key.',
  created: 'Lookup key created successfully.',
  updated: 'Lookup key updated successfully.',
  deleted: 'Lookup key deleted successfully.',
  empty: 'No global lookup keys yet.',
}
