import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the list of webhooks. */
export const webhookMessages = catalogue({
  module: 'Webhooks',
  purpose: 'Notify other servers of events with signed HTTP requests.',
  nothingSelected: 'No webhook selected.',
  defaultName: 'Webhooks should have a unique name. Enter a name other than the default.',
  nameMissing: 'Name is a required field.',
  created: 'Webhook created.',
  updated: 'Webhook updated.',
  deleted: 'Webhook deleted.',
  empty: 'No webhooks yet.',
})
