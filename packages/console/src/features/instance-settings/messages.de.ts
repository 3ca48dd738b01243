import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  instance: 'Instanz',
  instanceSettingsSaved: 'Einstellungen der Instanz gespeichert.',
  instanceSettings: 'Einstellungen der Instanz',
  instanceSettingsHelp:
    'Werden auf der Instanz gespeichert: Alle Administratoren, die diese Konsole verwenden, sehen dasselbe.',
  nameHelp: 'Steht oben auf jeder Seite, zum Beispiel „Produktion“.',
  lockLabel: 'In dieser Konsole nur lesen',
  lockHelp:
    'Alles kann angesehen, aber nichts geändert werden, bis die Sperre hier aufgehoben wird. Andere Clients sind nicht betroffen.',
  colour: 'Farbe',
  lineInColour: 'Eine Linie in dieser Farbe verläuft oben auf jeder Seite. Gewählt: {colour}.',
  colourHelp: 'Eine Linie in dieser Farbe verläuft oben auf jeder Seite. Gewählt: keine.',
  colourName:
    '{name, select, red {Rot} orange {Orange} amber {Bernstein} green {Grün} teal {Petrol} blue {Blau} purple {Violett} grey {Grau} other {{name}}}',
  noColour: 'keine',
}
