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
