import {
  awsSesConfig,
  localEmailConfig,
  mailgunEmailConfig,
  smtpEmailConfig,
} from '@millwright/contract/service-config/email'
import { type ServiceKind, serviceKind } from '../../../gateway/service-kind.ts'
import { createEmailService } from './email-service.ts'

const group = 'Email'

export const emailKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'local_email',
    label: 'Local Email Service',
    group,
    reserved: 'existing',
    description: 'Keeps mails in the outbox of this instance until a mail server is set up.',
    config: localEmailConfig,
    make: createEmailService,
  }),
  serviceKind({
    name: 'smtp_email',
    label: 'SMTP',
    group,
    reserved: 'existing',
    description: 'Sends mails through a mail server.',
    config: smtpEmailConfig,
    make: createEmailService,
  }),
  serviceKind({
    name: 'mailgun_email',
    label: 'Mailgun',
    group,
    reserved: 'existing',
    description: 'Sends mails through Mailgun.',
    config: mailgunEmailConfig,
    make: createEmailService,
  }),
  serviceKind({
    name: 'aws_ses',
    label: 'AWS SES',
    group,
    reserved: 'existing',
    description: 'Sends mails through Amazon SES.',
    config: awsSesConfig,
    make: createEmailService,
  }),
]
