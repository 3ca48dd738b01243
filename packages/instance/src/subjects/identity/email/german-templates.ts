import {
  accessRequested,
  accountChanged,
  addressTaken,
  type DefaultTemplate,
  defaultTemplates,
  inCurrentWords,
  keyEnding,
  type LetterWords,
  mailBody,
} from './default-templates.ts'

type Texts = Pick<DefaultTemplate, 'subject' | 'body_html'>

const words: LetterWords = {
  language: 'de',
  hello: 'Guten Tag {first_name},',
  code: 'Ihr Bestätigungscode:',
  button: 'Wenn die Schaltfläche nicht funktioniert, fügen Sie diesen Link in Ihren Browser ein:',
  footer: 'Automatisch gesendet von {instance_name}. Bitte antworten Sie nicht.',
}

/** German texts by the name of the default template that they replace. */
const german: Readonly<Record<string, Texts>> = {
  'User Invite Default': {
    subject: '[Millwright] Sie wurden eingeladen',
    body_html: mailBody(
      {
        reason:
          'Für Sie wurde ein Konto bei <b>{app_name}</b> erstellt. Öffnen Sie den Link, bestätigen Sie Ihre E-Mail-Adresse und wählen Sie ein Passwort.',
        action: 'Einladung annehmen',
        unexpected:
          'Wenn Sie diese Einladung nicht erwartet haben, können Sie diese Nachricht ignorieren; niemand kann das Konto verwenden.',
      },
      words,
    ),
  },
  'User Registration Default': {
    subject: '[Millwright] Bestätigen Sie Ihre Registrierung',
    body_html: mailBody(
      {
        reason:
          'Danke für Ihre Registrierung bei <b>{app_name}</b>. Öffnen Sie den Link, um Ihre E-Mail-Adresse zu bestätigen und ein Passwort zu wählen.',
        action: 'Adresse bestätigen',
        unexpected:
          'Wenn Sie sich nicht registriert haben, können Sie diese Nachricht ignorieren; das Konto bleibt geschlossen.',
      },
      words,
    ),
  },
  'Password Reset Default': {
    subject: '[Millwright] Setzen Sie Ihr Passwort zurück',
    body_html: mailBody(
      {
        reason: 'Jemand, vermutlich Sie, hat ein neues Passwort angefordert. Öffnen Sie den Link, um eines zu wählen.',
        action: 'Neues Passwort wählen',
        unexpected: 'Wenn Sie es nicht waren, ignorieren Sie diese Nachricht; Ihr Passwort bleibt, wie es ist.',
      },
      words,
    ),
  },
}

const germanAddressTaken: Texts = {
  subject: '[Millwright] Sie haben bereits ein Konto',
  body_html: mailBody(
    {
      reason:
        'Jemand, vermutlich Sie, hat mit dieser E-Mail-Adresse ein neues Konto bei <b>{app_name}</b> angefordert. Sie haben bereits eines. Wenn Sie das Passwort vergessen haben, können Sie bei der Anmeldung ein neues anfordern.',
      action: 'Anmelden',
      unexpected: 'Wenn Sie es nicht waren, ignorieren Sie diese Nachricht; es hat sich nichts geändert.',
      withoutCode: true,
    },
    words,
  ),
}

const germanAccountChanged: Texts = {
  subject: '[Millwright] Ihr Konto wurde geändert',
  body_html: mailBody(
    {
      reason: '{change}<br>Konto: {email} bei <b>{app_name}</b>. Datum: {date}. Netzwerkadresse: {address}.',
      action: 'Konto ansehen',
      unexpected:
        'Wenn Sie das nicht erwartet haben, fordern Sie bei der Anmeldung ein neues Passwort an, beenden Sie in Ihrem Profil die anderen Sitzungen, und sagen Sie einem Administrator Bescheid.',
      withoutCode: true,
    },
    words,
  ),
}

const germanAccessRequested: Texts = {
  subject: '[Millwright] {who} bittet um Zugriff',
  body_html: mailBody(
    {
      reason:
        '<b>{who}</b> bittet um Zugriff auf <b>{app_name}</b>, durch den Assistenten {assistant} am Dienst {service}. Es wurde nichts gewährt.<br>Rolle: {role}<br>Dienste: {services}<br>Vorgänge: {operations}<br>In eigenen Worten: {note}',
      action: 'Rollen ansehen',
      unexpected:
        'Die Worte stammen von der Person oder vom Assistenten: Vergewissern Sie sich bei der Person, bevor Sie etwas gewähren. Wenn niemand bitten soll, schalten Sie am Dienst das Werkzeug request_access ab.',
      withoutCode: true,
    },
    words,
  ),
}

type ReadLanguage = string | null | undefined

export function addressTakenIn(language: ReadLanguage): Texts {
  return language === 'de' ? germanAddressTaken : addressTaken
}

export function accountChangedIn(language: ReadLanguage): Texts {
  return language === 'de' ? germanAccountChanged : accountChanged
}

const germanKeyEnding: Texts = {
  subject: '[Millwright] Der API-Schlüssel von {app} endet bald',
  body_html: mailBody(
    {
      reason:
        'Der API-Schlüssel der App <b>{app}</b> auf <b>{app_name}</b> endet am {date}. Danach werden Anfragen mit ihm abgelehnt.',
      action: 'Apps öffnen',
      unexpected: 'Wird die App nicht mehr gebraucht, ist nichts zu tun.',
      withoutCode: true,
    },
    words,
  ),
}

export function keyEndingIn(language: ReadLanguage): Texts {
  return language === 'de' ? germanKeyEnding : keyEnding
}

export function accessRequestedIn(language: ReadLanguage): Texts {
  return language === 'de' ? germanAccessRequested : accessRequested
}

interface StoredTexts {
  readonly subject: string | null
  readonly body_text: string | null
  readonly body_html: string | null
}

/**
 * Returns a template in German if the reader's language is German and the template's text is still the default; otherwise
 * returns it unchanged.
 */
export function localizeTemplate<Template extends StoredTexts>(template: Template, language: ReadLanguage): Template {
  if (language !== 'de' || template.body_text) return template
  const body = inCurrentWords(template.body_html ?? '')
  const shipped = defaultTemplates.find(({ subject, body_html }) => subject === template.subject && body_html === body)
  return shipped === undefined ? template : { ...template, ...german[shipped.name] }
}
