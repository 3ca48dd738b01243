/** What services of a type were tested on: a real server, or a stand-in of ours that follows the documented protocol. */
export interface Against {
  readonly kind: 'real' | 'stand-in'
  readonly name: string
}
