/** The settings of what operators watch. */
export const operationSettings = {
  mcp: {
    variable: 'MILLWRIGHT_MCP',
    flag: 'mcp',
    fallback: '1',
    meaning: 'Assistants are let in to the MCP services that administrators make; 0: nobody is.',
  },
  logFormat: {
    variable: 'MILLWRIGHT_LOG_FORMAT',
    flag: 'log-format',
    value: 'auto|json|text',
    fallback: 'auto',
    meaning: 'Lines of JSON, or of text for people; auto is text where standard error is a terminal, else JSON.',
  },
  logLevel: {
    variable: 'MILLWRIGHT_LOG_LEVEL',
    flag: 'log-level',
    value: 'silent|error|warn|info|debug',
    fallback: 'info',
    meaning: 'The least serious lines that are logged; info has a line for each request.',
  },
  logFiles: {
    variable: 'MILLWRIGHT_LOG_FILES',
    flag: 'log-files',
    value: 'DAYS',
    fallback: '0',
    meaning: 'Days for which the log is also kept in files, in the folder of the service logs; 0 keeps none.',
  },
  metricsPort: {
    variable: 'MILLWRIGHT_METRICS_PORT',
    flag: 'metrics-port',
    value: 'NUMBER',
    fallback: '',
    meaning: 'Port on which /metrics is answered instead of on that of the instance.',
  },
  metricsAllow: {
    variable: 'MILLWRIGHT_METRICS_ALLOW',
    flag: 'metrics-allow',
    value: 'LIST',
    fallback: '',
    meaning: 'Addresses and networks such as 10.0.0.0/8 that may read /metrics, besides this machine itself.',
  },
} as const
