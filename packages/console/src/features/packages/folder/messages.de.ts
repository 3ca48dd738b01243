import type { Translation } from '../../../language/catalogue.ts'
import type { folderMessages } from './messages.ts'

export const translation: Translation<typeof folderMessages> = {
  applyFolder: 'Ordner anwenden',
  applyHelp:
    'Wählen Sie den Ordner aus Ihrem Repository oder ein ZIP-Archiv davon. Nichts wird geändert, bevor Sie den Plan gesehen haben.',
  chooseFolder: 'Ordner auswählen',
  chooseArchive: 'Archiv auswählen',
  folderInput: 'Konfigurationsordner',
  archiveInput: 'Konfigurationsarchiv',
  chosen: '{name} ({count, plural, one {# Datei} other {# Dateien}})',
  nothingChosen: 'Wählen Sie zuerst einen Ordner aus.',
  emptyFolder: 'Der Ordner {name} enthält keine Dateien.',
  overlay: 'Overlay der Umgebung',
  overlayHelp: 'Was in einer Umgebung anders ist. Es ergänzt und ersetzt den Rest.',
  noOverlay: 'Keines',
  adoptExisting: 'Vorhandene Datensätze übernehmen',
  adoptExistingHelp:
    'Datensätze, die im Ordner stehen und noch von keinem Ordner verwaltet werden. Sonst werden sie abgelehnt.',
  deleteMissing: 'Fehlendes löschen',
  deleteMissingHelp:
    'Löscht Datensätze, die in einer früheren Fassung des Ordners standen. Andere Datensätze werden nie gelöscht.',
  placeholders: 'Platzhalter',
  placeholdersHelp:
    'Für diese Werte hat der Ordner Platzhalter. Sie werden an diese Instanz gesendet, aber nicht in diesem Browser gespeichert.',
  fileContent: 'Inhalt von {name}',
  filePlace: '{file}, Zeile {line, number}',
  missingFile: '{place}. Die Datei ist nicht im Ordner: Fügen Sie ihren Inhalt ein.',
  showPlan: 'Plan anzeigen',
  clear: 'Zurücksetzen',
  planning: 'Der Ordner wird mit dieser Instanz verglichen …',
  sending: 'Ordner wird gesendet: {share, number, percent}',
  applying: '{count, plural, one {# Änderung wird angewendet …} other {# Änderungen werden angewendet …}}',
  plan: 'Was sich ändern würde',
  unchangedCount: '{count, plural, one {# Datensatz bleibt unverändert.} other {# Datensätze bleiben unverändert.}}',
  noChanges: 'Keine Änderungen. Diese Instanz ist so, wie der Ordner sie beschreibt.',
  change: 'Ändern',
  adopt: 'Übernehmen',
  release: 'Freigeben',
  delete: 'Löschen',
  adoptHelp: 'Bleibt, wie er ist, und gehört ab jetzt zum Ordner.',
  releaseHelp: 'Bleibt, weil er nicht gelöscht werden kann, wird aber nicht mehr vom Ordner verwaltet.',
  likeDeleted: 'Gleicht „{name}“, das gelöscht wird: Ein neuer Name ergibt einen neuen Datensatz.',
  destroyHelp: 'Die Daten werden nicht gelöscht, sind über diese Instanz aber nicht mehr erreichbar.',
  secretField: '{field}: (geheim)',
  inUse: 'Verwendet von {names}',
  recentRequests:
    '{count, plural, =0 {Keine Anfragen in den letzten 30 Tagen} one {# Anfrage in den letzten 30 Tagen} other {# Anfragen in den letzten 30 Tagen}}',
  consent:
    '{count, plural, one {# Änderung vornehmen, durch die Daten verloren gehen} other {# Änderungen vornehmen, durch die Daten verloren gehen}}',
  consentMissing: 'Bestätigen Sie zuerst, dass Daten verloren gehen.',
  applyPlan: 'Plan anwenden',
  refused: 'Der Ordner wird abgelehnt.',
  valuesMissing: 'Füllen Sie die Platzhalter aus und lassen Sie den Plan noch einmal anzeigen.',
  staleTitle: 'Der Plan ist veraltet.',
  staleHelp:
    'Diese Instanz hat sich inzwischen geändert. Nichts wurde angewendet: Lassen Sie den Plan noch einmal anzeigen.',
  connectionLost: 'Die Verbindung wurde unterbrochen.',
  connectionLostHelp:
    'Pläne werden ganz oder gar nicht angewendet. Lassen Sie den Plan noch einmal anzeigen, um zu sehen, ob dieser angewendet wurde.',
  cancelled: 'Abgebrochen.',
  cancelledHelp: 'Lassen Sie den Plan noch einmal anzeigen, um zu sehen, ob er vorher noch angewendet wurde.',
  applied: 'Der Ordner wurde angewendet.',
  appliedCounts: '{count, plural, one {# Datensatz wurde geändert.} other {# Datensätze wurden geändert.}}',
}
