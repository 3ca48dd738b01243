import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the list of email templates. */
export const templateMessages = catalogue({
  module: 'Email Templates',
  purpose: 'Templates for invitations, registrations, password resets and your own emails.',
  nothingSelected: 'No email template selected.',
  defaultName: 'Email templates should have a unique name. Please choose a name other than the default.',
  nameMissing: 'Template Name is a required field.',
  created: 'Email template created successfully.',
  updated: 'Email template updated successfully.',
  deleted: 'Email template deleted successfully.',
  empty: 'No email templates yet.',
})
