export type SpanKind = 'internal' | 'client'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A started span of a trace (docs/operate/traces.md). */
export interface OpenSpan {
  child(name: string, kind: SpanKind, attributes: Attributes): OpenSpan
  /** Headers with which another server continues the trace. */
  readonly headers: Readonly<Record<string, string>>
  readonly note: (attributes: Attributes) => void
  end(failed: boolean): void
}

/** Starts traces, or continues those of callers. */
export interface Tracing {
  /** `headers`: of the request, with names in lower case. */
  begin(
    name: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    attributes: Attributes,
  ): OpenSpan
  /** Exports remaining spans, as far as the collector accepts them in time. */
  close(): Promise<void>
}

export interface TracingSettings {
  /** URL to which spans are exported. */
  readonly endpoint: string
  /** Share of traces started here that are sampled, from 0 to 1. */
  readonly ratio: number
  /** Name of the node in traces. */
  readonly serviceName: string
}
