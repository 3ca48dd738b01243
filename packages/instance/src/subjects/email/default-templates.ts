import { mailBody } from './letter.ts'

/** A mail template of a new instance. `{names}` are filled in when the mail is sent (docs/wire/email.md). */
export interface DefaultTemplate {
  readonly name: string
  readonly description: string
  readonly subject: string
  readonly body_html: string
}

export const defaultTemplates: readonly DefaultTemplate[] = [
  {
    name: 'User Invite Default',
    description: 'Sent to a person whose account was made for them.',
    subject: '[Millwright] You have been invited',
    body_html: mailBody({
      reason:
        'An account for <b>{app_name}</b> has been made for you. Open the link below, confirm your e-mail address and choose a password to start using it.',
      action: 'Accept the invitation',
      unexpected: 'If you did not expect this invitation, you can ignore this message; nobody can use the account.',
    }),
  },
  {
    name: 'User Registration Default',
    description: 'Sent to a person who registered, to confirm the e-mail address.',
    subject: '[Millwright] Confirm your registration',
    body_html: mailBody({
      reason:
        'Thank you for registering for <b>{app_name}</b>. Open the link below to confirm your e-mail address and choose a password.',
      action: 'Confirm the address',
      unexpected: 'If you did not register, you can ignore this message; the account stays closed.',
    }),
  },
  {
    name: 'Password Reset Default',
    description: 'Sent to a person who asked for a new password.',
    subject: '[Millwright] Reset your password',
    body_html: mailBody({
      reason: 'Somebody, hopefully you, asked for a new password. Open the link below to choose one.',
      action: 'Choose a new password',
      unexpected: 'If it was not you, ignore this message; your password stays as it is.',
    }),
  },
]

/** Not a stored record that administrators can edit, so its text holds for every configuration. */
export const addressTaken: Pick<DefaultTemplate, 'subject' | 'body_html'> = {
  subject: '[Millwright] You already have an account',
  body_html: mailBody({
    reason:
      'Somebody, probably you, asked for a new account for <b>{app_name}</b> with this e-mail address. You already have one. If you forgot the password, you can ask for a new one where you sign in.',
    action: 'Sign in',
    unexpected: 'If it was not you, ignore this message; nothing has changed.',
    withoutCode: true,
  }),
}

/** The mail about changes to a person's sign-in methods, unless the configuration names a template. */
export const accountChanged: Pick<DefaultTemplate, 'subject' | 'body_html'> = {
  subject: '[Millwright] Your account was changed',
  body_html: mailBody({
    reason: '{change}<br>Account: {email} at <b>{app_name}</b>. Date: {date}. Network address: {address}.',
    action: 'Look at the account',
    unexpected:
      'If you did not expect this, ask for a new password where you sign in, end the other sessions in your profile, and tell an administrator.',
    withoutCode: true,
  }),
}

/** The mail to administrators about an access request, unless the configuration names a template. */
export const accessRequested: Pick<DefaultTemplate, 'subject' | 'body_html'> = {
  subject: '[Millwright] {who} asks for access',
  body_html: mailBody({
    reason:
      '<b>{who}</b> asks for access to <b>{app_name}</b>, by way of the assistant {assistant} at the service {service}. Nothing was granted.<br>Role: {role}<br>Services: {services}<br>Operations: {operations}<br>In their words: {note}',
    action: 'Look at the roles',
    unexpected:
      'The words are those of the person or of the assistant: make sure with the person before you grant anything. If nobody should ask, switch the tool request_access off at the service.',
    withoutCode: true,
  }),
}
