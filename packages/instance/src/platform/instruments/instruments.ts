import type { Load } from '@millwright/connector/semaphore'

/** Counters, timers and gauges of a node for `/metrics`, with the names of docs/operate/metrics.md. */
export interface Instruments {
  count(counter: CounterName, labels?: Labels): void
  time(timer: TimerName, seconds: number, labels?: Labels): void
  /** Returns a timer bound to its labels, for hot paths: looking up labels costs more than counting. */
  timer(timer: TimerName, labels: Labels): (seconds: number) => void
  /** Reads a gauge whenever metrics are collected; a gauge that fails is left out. */
  watch(gauge: GaugeName, read: () => readonly Figure[] | Promise<readonly Figure[]>): void
}

export type Labels = Readonly<Record<string, string>>

export interface Figure {
  readonly value: number
  readonly labels?: Labels
}

interface Metric {
  readonly help: string
  /** Label names. Each has few values, none of which a caller can choose. */
  readonly labels: readonly string[]
}

export const counters = {
  millwright_requests_cut_off_total: { help: 'Requests whose connection ended before their answer did.', labels: [] },
  millwright_limit_refusals_total: { help: 'Requests refused because a limit was exceeded.', labels: [] },
  millwright_cache_lookups_total: { help: 'Cache lookups.', labels: ['cache', 'outcome'] },
  millwright_mails_total: { help: 'Mails handed to a mail service.', labels: ['outcome'] },
} as const satisfies Record<string, Metric>

export const timers = {
  millwright_http_request_duration_seconds: {
    help: 'Requests, from their first byte to the last of the answer.',
    labels: ['service', 'verb', 'status'],
  },
  millwright_script_duration_seconds: {
    help: 'Runs of scripts, with their wait for a process.',
    labels: ['language', 'outcome'],
  },
  millwright_task_duration_seconds: { help: 'Runs of scheduled tasks.', labels: ['outcome'] },
} as const satisfies Record<string, Metric>

export const gauges = {
  millwright_build_info: { help: 'Always 1.', labels: ['version', 'node_version', 'store'] },
  millwright_dependency_up: {
    help: '1 while a node reaches what it depends on, else 0.',
    labels: ['dependency'],
  },
  millwright_ready: { help: '1 when a check of /health/ready passes, else 0.', labels: ['check'] },
  millwright_store_connections: { help: "Connections to the instance's own database.", labels: ['state'] },
  millwright_store_waiting: {
    help: "Requests waiting for a connection or a turn in the instance's own database.",
    labels: [],
  },
  millwright_database_connections: { help: 'Connections to the databases of services.', labels: ['service', 'state'] },
  millwright_database_waiting: {
    help: 'Requests waiting for a connection to the database of a service.',
    labels: ['service'],
  },
  millwright_scripts: { help: 'Scripts running, or waiting for a process.', labels: ['state'] },
  millwright_script_queue: { help: 'Queued scripts of all nodes that have not ended.', labels: [] },
  millwright_background_work: {
    help: 'Background work after responses, such as mails.',
    labels: ['state'],
  },
  millwright_tasks_running: { help: 'Scheduled tasks running on this node.', labels: [] },
} as const satisfies Record<string, Metric>

export type CounterName = keyof typeof counters
export type TimerName = keyof typeof timers
export type GaugeName = keyof typeof gauges

/** For processes without a metrics endpoint. */
export const noInstruments: Instruments = {
  count: () => {},
  time: () => {},
  timer: () => () => {},
  watch: () => {},
}

/** Number of connections, by state. */
export function connectionFigures({ used, idle }: Load, labels: Labels = {}): readonly Figure[] {
  return [
    { value: used, labels: { ...labels, state: 'used' } },
    { value: idle, labels: { ...labels, state: 'idle' } },
  ]
}
