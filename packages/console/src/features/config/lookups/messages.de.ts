import type { Translation } from '../../../language/catalogue.ts'
import type { lookupMessages } from './messages.ts'

export const translation: Translation<typeof lookupMessages> = {
  module: 'Globale Lookup-Schlüssel',
  purpose:
    'Werte, auf die sich Einstellungen von Diensten, E-Mails und Rollenfilter mit einem Namen in geschweiften Klammern beziehen.',
  nothingSelected: 'Kein Lookup-Schlüssel ausgewählt.',
  defaultName: 'Lookup-Schlüssel brauchen einen eindeutigen Namen. Ersetzen Sie den vorgegebenen.',
  nameMissing: 'Lookup-Schlüssel brauchen einen eindeutigen Namen. Geben Sie einen Namen ein.',
  created: 'Lookup-Schlüssel erstellt.',
  updated: 'Lookup-Schlüssel gespeichert.',
  deleted: 'Lookup-Schlüssel gelöscht.',
  empty: 'Noch keine globalen Lookup-Schlüssel.',
}
