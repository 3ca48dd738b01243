import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  pulled: 'Neueste Fassung des Skripts aus der Quelle geladen.',
  pullFailed:
    'Das Skript konnte nicht aus der Quelle geladen werden. Prüfen Sie Dienst, Pfad und Berechtigungen und versuchen Sie es erneut.',
  cacheCleared: 'Skript aus dem Cache entfernt.',
  cacheFailed: 'Das Skript konnte nicht aus dem Cache entfernt werden.',
  wrongFile: 'Ungültiges Dateiformat. Erlaubt: {formats}',
  fromAFile: 'Aus einer Datei',
  linkTitle: 'Verweis auf einen Dienst',
  linkHelp: 'Speichert das Skript in einem Repository oder Ordner statt hier.',
  none: '– keiner –',
  repositoryMissing: 'Geben Sie zuerst Repository, Branch und Pfad ein.',
  pathMissing: 'Geben Sie zuerst den Pfad ein.',
  repository: 'Repository',
  branchOrTag: 'Branch/Tag',
  viewLatest: 'Neueste Fassung laden',
  deleteCache: 'Cache löschen',
}
