import type { Translation } from '../../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  module: 'Dienste',
  uploaded: 'Tabelle hochgeladen.',
  storedHelp: 'Das Skript liegt im oben gewählten Dienst.',
  scriptFile: 'Skriptdatei',
  contentReadOnly: 'Inhalt (nur lesen)',
  content: 'Inhalt',
  linkedSourceHelp: 'Zeigt den Inhalt der Quelle; gespeichert wird nur der Verweis darauf.',
  storageMissing: 'Wählen Sie zuerst einen Speicherdienst.',
  fileMissing: 'Wählen Sie zuerst eine Datei.',
  spreadsheet: 'Tabellenkalkulation',
  storageService: 'Speicherdienst',
  none: '– keiner –',
  storageContainerPath: 'Pfad im Speicher',
  spreadsheetFile: 'Tabellendatei',
  browse: 'Durchsuchen',
  noFileChosen: 'Keine Datei ausgewählt',
  uploadSpreadsheet: 'Tabelle hochladen',
  dataFiles: 'Datendateien',
  dataFile: 'Datendatei',
  uploadFile: 'Datei hochladen',
  fileUploaded: 'Datei hochgeladen.',
}
