import type { FieldValues } from '#src/ui/list/field-values.ts'

const SECRETS = ['apiKey', 'password']

/** What a form has of an integration, as the environment takes it: a secret that nobody typed or took away is not sent. */
export function omitEmptySecrets(values: FieldValues): object {
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !(SECRETS.includes(key) && value === '')),
  )
}
