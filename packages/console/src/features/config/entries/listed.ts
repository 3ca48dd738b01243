/** What is read of entries for their lists, by their view in the address; the forms come when one is opened. */
export const listed = {
  cors: { collection: 'system/cors', nameField: 'path', markFields: ['enabled'] },
  'email-templates': { collection: 'system/email_template', nameField: 'name' },
  'lookup-keys': { collection: 'system/lookup', nameField: 'name', markFields: ['private'] },
  webhooks: { collection: 'system/webhook', nameField: 'name', markFields: ['is_active'] },
} as const

export type ListedView = keyof typeof listed
