/** A file in a form. Its JSON is its name only. */
export class UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array

  constructor(name: string, bytes: Uint8Array) {
    this.name = name
    this.bytes = bytes
  }

  toJSON(): string {
    return this.name
  }
}
