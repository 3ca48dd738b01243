/** A mail template as a new instance has it; `{names}` are filled in when it is sent (docs/wire/email.md). */
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
    body_html: letter({
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
    body_html: letter({
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
    body_html: letter({
      reason: 'Somebody, hopefully you, asked for a new password. Open the link below to choose one.',
      action: 'Choose a new password',
      unexpected: 'If it was not you, ignore this message; your password stays as it is.',
    }),
  },
]

/** Not a record that administrators change: it says only what is true whatever they configure. */
export const addressTaken: Pick<DefaultTemplate, 'subject' | 'body_html'> = {
  subject: '[Millwright] You already have an account',
  body_html: letter({
    reason:
      'Somebody, probably you, asked for a new account for <b>{app_name}</b> with this e-mail address. You already have one. If you forgot the password, you can ask for a new one where you sign in.',
    action: 'Sign in',
    unexpected: 'If it was not you, ignore this message; nothing has changed.',
    withoutCode: true,
  }),
}

/** What people are told of changes to how they sign in, unless the configuration names a template. */
export const accountChanged: Pick<DefaultTemplate, 'subject' | 'body_html'> = {
  subject: '[Millwright] Your account was changed',
  body_html: letter({
    reason: '{change}<br>Account: {email} at <b>{app_name}</b>. Date: {date}. Network address: {address}.',
    action: 'Look at the account',
    unexpected:
      'If you did not expect this, ask for a new password where you sign in, end the other sessions in your profile, and tell an administrator.',
    withoutCode: true,
  }),
}

interface Letter {
  reason: string
  action: string
  unexpected: string
  /** There is nothing to confirm. */
  withoutCode?: boolean
}

/** Tables and inline styles, because that is what mail programs agree on. */
function letter({ reason, action, unexpected, withoutCode = false }: Letter): string {
  const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
  const paragraph = `margin:0 0 16px;${font};font-size:15px;line-height:24px;color:#2b3440`
  const small = `margin:0 0 12px;${font};font-size:13px;line-height:20px;color:#5a6675`
  const code = `<p style="${small}">Your confirmation code: <code style="font-size:13px;color:#17202b">{confirm_code}</code></p>\n`
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{content_header}</title></head>
<body style="margin:0;padding:0;background:#f3f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dfe4ea;border-radius:8px">
<tr><td style="padding:32px">
<h1 style="margin:0 0 20px;${font};font-size:20px;line-height:28px;font-weight:600;color:#17202b">{content_header}</h1>
<p style="${paragraph}">Hello {first_name},</p>
<p style="${paragraph}">${reason}</p>
<p style="margin:0 0 24px"><a href="{link}" style="display:inline-block;padding:10px 18px;background:#1d5fbf;border-radius:6px;${font};font-size:15px;line-height:22px;color:#ffffff;text-decoration:none">${action}</a></p>
<p style="${small}">The button does not work? Copy this address into your browser:<br><span style="word-break:break-all">{link}</span></p>
${withoutCode ? '' : code}<p style="margin:0;${font};font-size:13px;line-height:20px;color:#5a6675">${unexpected}</p>
</td></tr>
</table>
<p style="margin:16px 0 0;${font};font-size:12px;line-height:18px;color:#5a6675">Sent automatically by {instance_name}. Please do not reply.</p>
</td></tr>
</table>
</body>
</html>
`
}
