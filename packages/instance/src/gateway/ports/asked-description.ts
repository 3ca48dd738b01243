/** What is asked of a service's description. */
export interface AskedDescription {
  /** Reads anew what is kept. */
  readonly refresh: boolean
  /** Tables of a database under their own names, besides any table by a placeholder. */
  readonly expand: boolean
}
