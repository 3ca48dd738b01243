import { emailTemplate as declared } from '../../ground/models/email-template-model.ts'
import { peopleWhoWrote } from '../../ground/models/person-model.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'

/** Mail templates. */
export const emailTemplateResource: ResourceDeclaration = {
  name: 'email_template',
  label: 'Email templates',
  description: 'The texts of the mails of this instance.',
  travels: {
    key: 'name',
    files: {
      folder: 'email-templates',
      texts: [
        { column: 'body_html', ending: 'html' },
        { column: 'body_text', ending: 'txt' },
      ],
    },
  },
  declared,
  scope: { values: {} },
  relations: peopleWhoWrote,
}
