import { catalogue } from '../../../../language/catalogue.ts'

/** Texts of services with a script or a spreadsheet. */
export const t = catalogue({
  module: 'Services',
  uploaded: 'Spreadsheet was uploaded successfully.',
  storedHelp: 'The script is stored in the service above.',
  scriptFile: 'Script file',
  contentReadOnly: 'Content (read only)',
  content: 'Content',
  linkedSourceHelp: 'Shows what is in the source; only the link to it is saved.',
  storageMissing: 'Choose a storage service first.',
  fileMissing: 'Choose a file first.',
  spreadsheet: 'Spreadsheet',
  storageService: 'Storage Service',
  none: '-- None --',
  storageContainerPath: 'Storage Container Path',
  spreadsheetFile: 'Spreadsheet file',
  browse: 'Browse',
  noFileChosen: 'No file chosen',
  uploadSpreadsheet: 'Upload Spreadsheet',
  dataFiles: 'Data files',
  dataFile: 'Data file',
  uploadFile: 'Upload file',
  fileUploaded: 'File uploaded.',
})
