import { catalogue } from '../../../language/catalogue.ts'

/** Texts about how emails are sent. */
export const t = catalogue({
  sendHelp:
    'Emails are kept in the <outbox>outbox</outbox> and not sent. To send them, <create>create a service of the type SMTP</create> and choose it in the <settings>settings of the user service</settings>.',
  sendSteps:
    'To send emails, <create>create a service of the type SMTP</create> and choose it in the <settings>settings of the user service</settings>.',
})
