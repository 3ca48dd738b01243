/** The settings of what is counted of calls (docs/wire/usage.md). */
export const usageSettings = {
  usage: {
    variable: 'MILLWRIGHT_USAGE',
    flag: 'usage',
    fallback: '1',
    meaning: 'Calls are counted: who calls what, how it goes, and what nobody uses.',
  },
  usageKeep: {
    variable: 'MILLWRIGHT_USAGE_KEEP',
    flag: 'usage-keep',
    value: 'DAYS,DAYS,DAYS',
    fallback: '2,35,400',
    meaning: 'Days for which counts are kept by minute, by hour and by day.',
  },
  requestLog: {
    variable: 'MILLWRIGHT_REQUEST_LOG',
    flag: 'request-log',
    value: 'NUMBER',
    fallback: '100000',
    meaning: 'Requests that the request log keeps, the latest; 0: there is none.',
  },
  requestLogDays: {
    variable: 'MILLWRIGHT_REQUEST_LOG_DAYS',
    flag: 'request-log-days',
    value: 'DAYS',
    fallback: '7',
    meaning: 'Days for which the request log keeps them.',
  },
  requestLogSample: {
    variable: 'MILLWRIGHT_REQUEST_LOG_SAMPLE',
    flag: 'request-log-sample',
    value: 'SHARE',
    fallback: '1',
    meaning: 'Share of the successful requests that is logged, from 0 to 1; others are logged, and all are counted.',
  },
  requestLogAddress: {
    variable: 'MILLWRIGHT_REQUEST_LOG_ADDRESS',
    flag: 'request-log-address',
    value: 'network|full|none',
    fallback: 'network',
    meaning: 'What the request log keeps of network addresses; network: /24, and /48 of IPv6.',
  },
  requestLogValues: {
    variable: 'MILLWRIGHT_REQUEST_LOG_VALUES',
    flag: 'request-log-values',
    fallback: '0',
    meaning: 'The request log keeps values of filters and other parameters, but for credentials.',
  },
  slow: {
    variable: 'MILLWRIGHT_SLOW_MS',
    flag: 'slow-ms',
    value: 'MILLISECONDS',
    fallback: '1000',
    meaning: 'From when on a request, and a statement of a database, is marked as slow in the request log.',
  },
} as const

export const addressForms = ['network', 'full', 'none'] as const
export type AddressForm = (typeof addressForms)[number]

export interface UsageSettings {
  readonly isOn: boolean
  /** For which counts by minute, hour and day are kept. */
  readonly days: readonly [number, number, number]
  readonly log: {
    /** 0: there is none. */
    readonly rows: number
    readonly days: number
    /** Of successes, from 0 to 1. */
    readonly sample: number
    readonly address: AddressForm
    /** Whether values of parameters are kept that name data. */
    readonly keepsValues: boolean
  }
  /** Milliseconds. */
  readonly slow: number
}
