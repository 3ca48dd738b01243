/** A record that belongs to a folder of configuration. */
export interface ManagedRecordTable {
  /** Resource below `system`. */
  type: string
  name: string
  owner: string
  file: string | null
  /** JSON with fingerprints of secrets: the values that the last apply was sent. */
  sent: string
  /** JSON with fingerprints of secrets: the values that it stored. */
  stored: string
}
