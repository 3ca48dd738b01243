import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  roles: 'Rollen',
  apps: 'Apps',
  users: 'Benutzer',
  tasks: 'Aufgaben',
  searchMany: '{many} suchen',
  searchManyDots: '{many} suchen …',
  moreHelp: 'Weitere {many} vorhanden. Tippen Sie, um sie zu finden.',
  noneToChoose: 'Keine {many} vorhanden.',
  createOne: 'In neuem Tab erstellen',
  noMatch: 'Keine {many} zu „{text}“ gefunden.',
}
