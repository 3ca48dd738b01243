/** The standard phrases of every mail, in one language. */
export interface LetterWords {
  readonly language: string
  readonly hello: string
  readonly code: string
  readonly button: string
  readonly footer: string
}

const english: LetterWords = {
  language: 'en',
  hello: 'Hello {first_name},',
  code: 'Your confirmation code:',
  button: 'If the button doesn’t work, paste this link into your browser:',
  footer: 'Sent automatically by {instance_name}. Please do not reply.',
}

const formerButton = 'The button does not work? Copy this address into your browser:'

/** Replaces phrases that stored default templates were created with. */
export function inCurrentWords(body: string): string {
  return body.replace(formerButton, english.button)
}

interface Letter {
  reason: string
  action: string
  unexpected: string
  /** Whether the mail has no code to confirm. */
  withoutCode?: boolean
}

/** Uses tables and inline styles, the subset of HTML that mail programs render consistently. */
export function mailBody({ reason, action, unexpected, withoutCode = false }: Letter, words = english): string {
  const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
  const paragraph = `margin:0 0 16px;${font};font-size:15px;line-height:24px;color:#2b3440`
  const small = `margin:0 0 12px;${font};font-size:13px;line-height:20px;color:#5a6675`
  const code = `<p style="${small}">${words.code} <code style="font-size:13px;color:#17202b">{confirm_code}</code></p>\n`
  return `<!DOCTYPE html>
<html lang="${words.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{content_header}</title></head>
<body style="margin:0;padding:0;background:#f3f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dfe4ea;border-radius:8px">
<tr><td style="padding:32px">
<h1 style="margin:0 0 20px;${font};font-size:20px;line-height:28px;font-weight:600;color:#17202b">{content_header}</h1>
<p style="${paragraph}">${words.hello}</p>
<p style="${paragraph}">${reason}</p>
<p style="margin:0 0 24px"><a href="{link}" style="display:inline-block;padding:10px 18px;background:#1d5fbf;border-radius:6px;${font};font-size:15px;line-height:22px;color:#ffffff;text-decoration:none">${action}</a></p>
<p style="${small}">${words.button}<br><span style="word-break:break-all">{link}</span></p>
${withoutCode ? '' : code}<p style="margin:0;${font};font-size:13px;line-height:20px;color:#5a6675">${unexpected}</p>
</td></tr>
</table>
<p style="margin:16px 0 0;${font};font-size:12px;line-height:18px;color:#5a6675">${words.footer}</p>
</td></tr>
</table>
</body>
</html>
`
}

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
