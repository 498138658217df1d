/** A setting that the start can't go on with. Its message is one line for a person and never holds a secret. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingsError'
  }
}
