/** A file in a form. In JSON it is its name alone. */
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
