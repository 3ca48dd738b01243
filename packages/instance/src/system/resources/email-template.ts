import type { ResourceDeclaration } from '../resource.ts'
import { emailTemplate as shape } from '../shapes/email-template.ts'
import { user } from '../shapes/person.ts'

/** What mails say. */
export const emailTemplate: ResourceDeclaration = {
  name: 'email_template',
  label: 'E-mail templates',
  description: 'What the mails of this instance say.',
  shape,
  scope: { values: {} },
  relations: [
    { kind: 'belongsTo', name: 'user_by_created_by_id', column: 'created_by_id', target: user },
    { kind: 'belongsTo', name: 'user_by_last_modified_by_id', column: 'last_modified_by_id', target: user },
  ],
}
