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
    description: 'Sent to a user who is invited.',
    subject: '[Millwright] You have been invited',
    body_html: mailBody({
      reason:
        'An account for <b>{app_name}</b> has been created for you. Open the link below, confirm your email address and choose a password to start using it.',
      action: 'Accept the invitation',
      unexpected: 'If you did not expect this invitation, you can ignore this email; no one can use the account.',
    }),
  },
  {
    name: 'User Registration Default',
    description: 'Sent to a user who registered, to confirm the email address.',
    subject: '[Millwright] Confirm your registration',
    body_html: mailBody({
      reason:
        'Thank you for registering for <b>{app_name}</b>. Open the link below to confirm your email address and choose a password.',
      action: 'Confirm the address',
      unexpected: 'If you did not register, you can ignore this email; the account is not activated.',
    }),
  },
  {
    name: 'Password Reset Default',
    description: 'Sent to a user who requests a password reset.',
    subject: '[Millwright] Reset your password',
    body_html: mailBody({
      reason: 'Someone, hopefully you, requested a password reset. Open the link below to choose a new password.',
      action: 'Choose a new password',
      unexpected: 'If it was not you, ignore this email; your password stays unchanged.',
    }),
  },
]

/** Not a stored record that administrators can edit, so its text holds for every configuration. */
export const addressTaken: Pick<DefaultTemplate, 'subject' | 'body_html'> = {
  subject: '[Millwright] You already have an account',
  body_html: mailBody({
    reason:
      'Someone, probably you, requested a new account for <b>{app_name}</b> with this email address. You already have one. If you forgot the password, you can reset it on the sign-in page.',
    action: 'Sign in',
    unexpected: 'If it was not you, ignore this email; nothing has changed.',
    withoutCode: true,
  }),
}

/** The mail about changes to a person's sign-in methods, unless the configuration names a template. */
export const accountChanged: Pick<DefaultTemplate, 'subject' | 'body_html'> = {
  subject: '[Millwright] Your account was changed',
  body_html: mailBody({
    reason: '{change}<br>Account: {email} at <b>{app_name}</b>. Date: {date}. Network address: {address}.',
    action: 'Open your account',
    unexpected:
      'If you did not expect this, reset your password on the sign-in page, end the other sessions in your profile, and contact an administrator.',
    withoutCode: true,
  }),
}

/** The mail to administrators about an access request, unless the configuration names a template. */
export const accessRequested: Pick<DefaultTemplate, 'subject' | 'body_html'> = {
  subject: '[Millwright] {who} requests access',
  body_html: mailBody({
    reason:
      '<b>{who}</b> requests access to <b>{app_name}</b>, through the assistant {assistant} at the service {service}. Nothing was granted.<br>Role: {role}<br>Services: {services}<br>Operations: {operations}<br>In their words: {note}',
    action: 'Review the roles',
    unexpected:
      'The text comes from the user or the assistant: check with the user before you grant access. To stop such requests, turn off the tool request_access of the service.',
    withoutCode: true,
  }),
}

/** The mail to the owner of an app whose key ends soon. */
export const keyEnding: Pick<DefaultTemplate, 'subject' | 'body_html'> = {
  subject: '[Millwright] The API key of {app} ends soon',
  body_html: mailBody({
    reason:
      'The API key of the app <b>{app}</b> at <b>{app_name}</b> ends on {date}. From then on, requests with it are refused.',
    action: 'Open the apps',
    unexpected: 'If the app is not needed any more, nothing has to be done.',
    withoutCode: true,
  }),
}
