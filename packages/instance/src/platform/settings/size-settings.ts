/** The settings of how much one call may send, and is answered. */
export const sizeSettings = {
  bodyLimit: {
    variable: 'MILLWRIGHT_BODY_LIMIT',
    flag: 'body-limit',
    value: 'BYTES',
    fallback: '10485760',
    meaning: 'Longest JSON, XML, CSV or form body.',
  },
  maxRecords: {
    variable: 'MILLWRIGHT_MAX_RECORDS',
    flag: 'max-records',
    value: 'NUMBER',
    fallback: '100000',
    meaning:
      'Most records in one answer of a database service, whatever the service allows; files that are saved have all.',
  },
  uploadLimit: {
    variable: 'MILLWRIGHT_UPLOAD_LIMIT',
    flag: 'upload-limit',
    value: 'BYTES',
    fallback: '',
    meaning: 'Largest file that can be uploaded; no limit when absent.',
  },
  packageFiles: {
    variable: 'MILLWRIGHT_PACKAGE_FILES',
    flag: 'package-files',
    value: 'NUMBER',
    fallback: '50000',
    meaning: 'Most files in a package that is imported, those in its folders included.',
  },
} as const
