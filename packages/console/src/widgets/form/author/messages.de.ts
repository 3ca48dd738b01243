import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  authorGone:
    '{what, select, task {Der Autor dieser Aufgabe existiert nicht mehr; sie darf deshalb nichts. Sie erhält} other {Der Autor dieses Skripts existiert nicht mehr; es darf deshalb nichts. Es erhält}} die Rechte der Person, die als Nächste eine Änderung speichert.',
  authorAccessHelp: 'Läuft mit den Rechten von {name} (Autor): was nur der Aufrufer darf, geschieht nicht.',
  person: 'Person {id}',
}
