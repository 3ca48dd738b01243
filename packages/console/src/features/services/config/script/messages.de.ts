import type { Translation } from '../../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  module: 'Dienste',
  uploaded: 'Tabelle hochgeladen.',
  theScriptIsKeptIn: 'Das Skript liegt im oben gewählten Dienst.',
  script: 'Skript',
  scriptFile: 'Skriptdatei',
  contentReadOnly: 'Inhalt (nur lesen)',
  content: 'Inhalt',
  showsWhatIsInThe: 'Zeigt den Inhalt der Quelle; gespeichert wird nur der Verweis darauf.',
  chooseAStorageServiceFirst: 'Wählen Sie zuerst einen Speicherdienst.',
  chooseAFileFirst: 'Wählen Sie zuerst eine Datei.',
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
