export type SpanKind = 'internal' | 'client'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A part of a trace that has begun (docs/operate/traces.md). */
export interface OpenSpan {
  child(name: string, kind: SpanKind, attributes: Attributes): OpenSpan
  /** By which another server goes on with the trace. */
  readonly headers: Readonly<Record<string, string>>
  readonly note: (attributes: Attributes) => void
  end(failed: boolean): void
}

/** Begins traces, or goes on with those of callers. */
export interface Tracing {
  /** `headers`: of the request, in lower case. */
  begin(
    name: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    attributes: Attributes,
  ): OpenSpan
  /** Sends what is gathered, as far as somebody takes it in time. */
  close(): Promise<void>
}

export interface TracingSettings {
  /** Where spans are sent to. */
  readonly endpoint: string
  /** Of traces that begin here, how many are kept: 0 to 1. */
  readonly ratio: number
  /** As the node is named in traces. */
  readonly serviceName: string
}
