/** What lists load of entries, by view; the forms are loaded when one is opened. */
export const listColumns = {
  cors: { collection: 'system/cors', nameField: 'path', markFields: ['enabled'] },
  'email-templates': { collection: 'system/email_template', nameField: 'name' },
  'lookup-keys': { collection: 'system/lookup', nameField: 'name', markFields: ['private'] },
  webhooks: { collection: 'system/webhook', nameField: 'name', markFields: ['is_active'] },
} as const

export type ListedView = keyof typeof listColumns
