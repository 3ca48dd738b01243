/** Settings for the maximum sizes of requests and responses. */
export const sizeSettings = {
  bodyLimit: {
    variable: 'MILLWRIGHT_BODY_LIMIT',
    flag: 'body-limit',
    value: 'BYTES',
    fallback: '10485760',
    meaning: 'Maximum size of a JSON, XML, CSV or form body.',
  },
  bodiesPerCaller: {
    variable: 'MILLWRIGHT_BODIES_PER_CALLER',
    flag: 'bodies-per-caller',
    value: 'BYTES',
    fallback: '67108864',
    meaning:
      'Maximum size of all unfinished request bodies of one session, or of one address without a session; uploads to file services are not counted.',
  },
  bodiesWithoutSession: {
    variable: 'MILLWRIGHT_BODIES_WITHOUT_SESSION',
    flag: 'bodies-without-session',
    value: 'BYTES',
    fallback: '67108864',
    meaning: 'Maximum size of all unfinished request bodies of callers without a session together.',
  },
  maxRecords: {
    variable: 'MILLWRIGHT_MAX_RECORDS',
    flag: 'max-records',
    value: 'NUMBER',
    fallback: '100000',
    meaning:
      'Maximum number of records in one response of a database service, whatever the service allows; exports to a file are not limited.',
  },
  maxIds: {
    variable: 'MILLWRIGHT_MAX_IDS',
    flag: 'max-ids',
    value: 'NUMBER',
    fallback: '10000',
    meaning: 'Maximum number of ids in one request, in the URL or the body.',
  },
  maxBatch: {
    variable: 'MILLWRIGHT_MAX_BATCH',
    flag: 'max-batch',
    value: 'NUMBER',
    fallback: '50000',
    meaning:
      'Maximum number of records that one request creates or changes; imports of packages and files are not limited.',
  },
  maxNames: {
    variable: 'MILLWRIGHT_MAX_NAMES',
    flag: 'max-names',
    value: 'NUMBER',
    fallback: '5000',
    meaning: 'Maximum number of names in one parameter, such as fields, related, order or group.',
  },
  maxValues: {
    variable: 'MILLWRIGHT_MAX_VALUES',
    flag: 'max-values',
    value: 'NUMBER',
    fallback: '1000000',
    meaning:
      'Maximum number of values in one JSON or XML body, counting each object and list as three, and a number of more than 15 digits as six.',
  },
  uploadLimit: {
    variable: 'MILLWRIGHT_UPLOAD_LIMIT',
    flag: 'upload-limit',
    value: 'BYTES',
    fallback: '',
    meaning: 'Maximum size of an uploaded file; without it, unlimited.',
  },
  packageFiles: {
    variable: 'MILLWRIGHT_PACKAGE_FILES',
    flag: 'package-files',
    value: 'NUMBER',
    fallback: '50000',
    meaning: 'Maximum number of files in an imported package, including those in folders.',
  },
  configRecords: {
    variable: 'MILLWRIGHT_CONFIG_RECORDS',
    flag: 'config-records',
    value: 'NUMBER',
    fallback: '20000',
    meaning:
      'Maximum number of records in a plan or apply of configuration, which take about 4 MB of memory per thousand.',
  },
} as const
