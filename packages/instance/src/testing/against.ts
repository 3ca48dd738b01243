/** What services of a type were run on: a server as operators have it, or one of ours that follows the documented protocol. */
export interface Against {
  readonly kind: 'real' | 'stand-in'
  readonly name: string
}
