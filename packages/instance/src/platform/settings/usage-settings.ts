/** Settings for usage statistics of calls (docs/wire/usage.md). */
export const usageSettings = {
  usage: {
    variable: 'MILLWRIGHT_USAGE',
    flag: 'usage',
    fallback: '1',
    meaning: 'Counts requests: who calls what, with which outcome, and what is unused.',
  },
  usageKeep: {
    variable: 'MILLWRIGHT_USAGE_KEEP',
    flag: 'usage-keep',
    value: 'DAYS,DAYS,DAYS',
    fallback: '2,35,400',
    meaning: 'Days to keep counts per minute, per hour and per day.',
  },
  requestLog: {
    variable: 'MILLWRIGHT_REQUEST_LOG',
    flag: 'request-log',
    value: 'NUMBER',
    fallback: '100000',
    meaning: 'Maximum number of requests in the request log; 0 disables it.',
  },
  requestLogDays: {
    variable: 'MILLWRIGHT_REQUEST_LOG_DAYS',
    flag: 'request-log-days',
    value: 'DAYS',
    fallback: '7',
    meaning: 'Days to keep the request log.',
  },
  requestLogSample: {
    variable: 'MILLWRIGHT_REQUEST_LOG_SAMPLE',
    flag: 'request-log-sample',
    value: 'SHARE',
    fallback: '1',
    meaning:
      'Share of successful requests that is logged, from 0 to 1. Failed ones are always logged, and all are counted.',
  },
  requestLogAddress: {
    variable: 'MILLWRIGHT_REQUEST_LOG_ADDRESS',
    flag: 'request-log-address',
    value: 'network|full|none',
    fallback: 'network',
    meaning: 'How the request log stores client addresses; network: only /24, or /48 for IPv6.',
  },
  requestLogValues: {
    variable: 'MILLWRIGHT_REQUEST_LOG_VALUES',
    flag: 'request-log-values',
    fallback: '0',
    meaning: 'Stores the values of filters and other parameters in the request log, except credentials.',
  },
  slow: {
    variable: 'MILLWRIGHT_SLOW_MS',
    flag: 'slow-ms',
    value: 'MILLISECONDS',
    fallback: '1000',
    meaning: 'Threshold in milliseconds above which the request log marks requests and database statements as slow.',
  },
} as const

export const addressForms = ['network', 'full', 'none'] as const
export type AddressForm = (typeof addressForms)[number]

export interface UsageSettings {
  readonly isOn: boolean
  /** Days for which counts per minute, hour and day are retained. */
  readonly days: readonly [number, number, number]
  readonly log: {
    /** 0: disabled. */
    readonly rows: number
    readonly days: number
    /** Share of successful requests that are logged, from 0 to 1. */
    readonly sample: number
    readonly address: AddressForm
    /** Whether values of parameters that name data are stored. */
    readonly keepsValues: boolean
  }
  /** Milliseconds from which a call counts as slow. */
  readonly slow: number
}
