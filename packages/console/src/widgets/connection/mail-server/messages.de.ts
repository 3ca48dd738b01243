import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  sendHelp:
    'E-Mails bleiben im <outbox>Postausgang</outbox> und werden nicht verschickt. Um sie zu verschicken, <create>erstellen Sie einen Dienst vom Typ SMTP</create> und wählen ihn in den <settings>Einstellungen des Benutzerdienstes</settings>.',
  sendSteps:
    'Um E-Mails zu verschicken, <create>erstellen Sie einen Dienst vom Typ SMTP</create> und wählen ihn in den <settings>Einstellungen des Benutzerdienstes</settings>.',
}
