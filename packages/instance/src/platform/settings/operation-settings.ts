/** Settings for logs, metrics and other monitoring by operators. */
export const operationSettings = {
  mcp: {
    variable: 'MILLWRIGHT_MCP',
    flag: 'mcp',
    fallback: '1',
    meaning: 'Lets assistants use the MCP services that administrators create.',
  },
  logFormat: {
    variable: 'MILLWRIGHT_LOG_FORMAT',
    flag: 'log-format',
    value: 'auto|json|text',
    fallback: 'auto',
    meaning: 'JSON or plain text lines; auto: text when standard error is a terminal, else JSON.',
  },
  logLevel: {
    variable: 'MILLWRIGHT_LOG_LEVEL',
    flag: 'log-level',
    value: 'silent|error|warn|info|debug',
    fallback: 'info',
    meaning: 'Minimum level to log; info has a line per request.',
  },
  logFiles: {
    variable: 'MILLWRIGHT_LOG_FILES',
    flag: 'log-files',
    value: 'DAYS',
    fallback: '0',
    meaning: 'Days to keep the log in files as well, in the folder of the service logs; 0: no files.',
  },
  metricsPort: {
    variable: 'MILLWRIGHT_METRICS_PORT',
    flag: 'metrics-port',
    value: 'NUMBER',
    fallback: '',
    meaning: 'Separate port for /metrics.',
  },
  metricsAllow: {
    variable: 'MILLWRIGHT_METRICS_ALLOW',
    flag: 'metrics-allow',
    value: 'LIST',
    fallback: '',
    meaning: 'Addresses and networks such as 10.0.0.0/8 that may read /metrics, besides localhost.',
  },
} as const
